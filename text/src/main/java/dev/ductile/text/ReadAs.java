package dev.ductile.text;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The types to one of which a {@link Written} value is bound later; their schema is its schema.
 * {@code Map.class} is any group of keys, and an array a list of one simple type.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface ReadAs {
  Class<?>[] value();

  /** Whether a group of keys may have any part of the keys of its record. */
  boolean partial() default false;
}
