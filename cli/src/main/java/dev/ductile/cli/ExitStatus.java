package dev.ductile.cli;

/** The exit statuses that commands return; {@link ExitMeaning} has those of signals, too. */
final class ExitStatus {
  static final int OK = 0;

  /** A failure or a mistake in the input; one line on standard error describes it. */
  static final int ERROR = 1;

  /** The command line itself is wrong. */
  static final int USAGE = 2;

  /** The command worked, and a job failed. */
  static final int JOB_FAILED = 3;

  private ExitStatus() {}
}
