package dev.ductile.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An option that names a file or a folder to write; {@link OutputTargets} checks it early. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Writes {
  Kind value();

  /** The kinds of targets. */
  enum Kind {
    FILE,
    FOLDER
  }
}
