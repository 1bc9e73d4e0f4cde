package dev.ductile.cli;

/** What the exit status tells a script. */
final class ExitStatus {
  static final int OK = 0;

  /** Something went wrong, or was written wrongly; one line on standard error says what. */
  static final int ERROR = 1;

  /** The command line itself is wrong. */
  static final int USAGE = 2;

  /** Everything worked but for a job that failed. */
  static final int JOB_FAILED = 3;

  private ExitStatus() {}
}
