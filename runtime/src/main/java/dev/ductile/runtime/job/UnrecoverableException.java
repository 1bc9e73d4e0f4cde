package dev.ductile.runtime.job;

/**
 * A job that cannot succeed however often it is started: bad data, a checkpoint of another job. The
 * message is the sentence that the user reads last.
 */
public final class UnrecoverableException extends RuntimeException {
  /** Exit code of a process whose job is not to be started again, as the process contract says. */
  public static final int EXIT_CODE = 78;

  public UnrecoverableException(String message) {
    super(message);
  }

  public UnrecoverableException(String message, Throwable cause) {
    super(message, cause);
  }
}
