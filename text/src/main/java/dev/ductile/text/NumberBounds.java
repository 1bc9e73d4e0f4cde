package dev.ductile.text;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The numbers that a schema allows. The constructor of the record checks them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface NumberBounds {
  double least() default Double.NEGATIVE_INFINITY;

  double most() default Double.POSITIVE_INFINITY;

  /** Every number is larger than this one. */
  double above() default Double.NEGATIVE_INFINITY;

  /** Every number is smaller than this one. */
  double below() default Double.POSITIVE_INFINITY;
}
