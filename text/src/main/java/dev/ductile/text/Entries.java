package dev.ductile.text;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number of entries that a schema allows in a list. The constructor of the record checks it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Entries {
  int least() default 0;

  int most() default Integer.MAX_VALUE;

  boolean unique() default false;
}
