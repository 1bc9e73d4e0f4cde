package dev.ductile.cli.validation;

import dev.ductile.text.FileKind;
import dev.ductile.text.Scalars;

/** The kinds of files that can be checked, by the words of {@code --as}. */
public enum CheckedKind {
  SCENARIO,
  STATE,
  SERVER,
  TRAINING_JOB,
  JOB,
  REPRODUCTION,
  SPEED_MODEL,
  TRACE,
  SPEEDS,
  LOSSES,
  PHASES;

  static CheckedKind of(FileKind kind) {
    return switch (kind) {
      case SCENARIO -> SCENARIO;
      case STATE -> STATE;
      case SERVER -> SERVER;
      case TRAINING_JOB -> TRAINING_JOB;
      case JOB -> JOB;
      case REPRODUCTION -> REPRODUCTION;
      case SPEED_MODEL -> SPEED_MODEL;
    };
  }

  /** Its word, such as {@code training-job}. */
  @Override
  public String toString() {
    return Scalars.word(this);
  }
}
