package dev.ductile.learned.model;

/** A model that cannot be used. The message names its file, the fault, and the next step. */
public final class UnusableModelException extends RuntimeException {
  public UnusableModelException(String file, String fault, String nextStep) {
    super("%s: %s; %s".formatted(file, fault, nextStep));
  }

  public UnusableModelException(String file, String fault, String nextStep, Throwable cause) {
    this(file, fault, nextStep);
    initCause(cause);
  }

  /** The message, which is never empty. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
