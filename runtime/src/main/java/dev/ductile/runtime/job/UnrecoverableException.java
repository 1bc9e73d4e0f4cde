package dev.ductile.runtime.job;

/**
 * A job that fails at every start: bad data, a checkpoint of another job. The message is the last
 * sentence that the user reads.
 */
public final class UnrecoverableException extends RuntimeException {
  /** Exit code of a process whose job must not be started again, as in the process contract. */
  public static final int EXIT_CODE = 78;

  public UnrecoverableException(String message) {
    super(message);
  }

  public UnrecoverableException(String message, Throwable cause) {
    super(message, cause);
  }
}
