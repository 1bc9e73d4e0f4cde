package dev.ductile.cli;

import dev.ductile.rest.Problem;

/** The exit statuses that commands return; {@link ExitMeaning} has those of signals, too. */
final class ExitStatus {
  static final int OK = 0;

  /** A failure or a mistake in the input; one line on standard error describes it. */
  static final int ERROR = 1;

  /** The command line itself is wrong. */
  static final int USAGE = 2;

  /** The command worked, and a job failed. */
  static final int JOB_FAILED = 3;

  /** The job, queue, node or token is unknown to the server. */
  static final int NOT_FOUND = 4;

  /** The server does not accept the token, or its user lacks the right. */
  static final int DENIED = 5;

  /** The state of the job or of the cluster does not allow the command. */
  static final int CONFLICT = 6;

  /** A wait has ended before its job did. */
  static final int TIMEOUT = 7;

  /** The server does not answer. */
  static final int UNREACHABLE = 8;

  /** A job would be refused, or could never start. */
  static final int INFEASIBLE = 9;

  private ExitStatus() {}

  /** The exit status for an answer of a server that is not a success. */
  static int of(Problem problem) {
    return problem.type().equals("infeasible") ? INFEASIBLE : of(problem.status());
  }

  private static int of(int status) {
    return switch (status) {
      case 404, 410 -> NOT_FOUND;
      case 401, 403 -> DENIED;
      case 409, 412 -> CONFLICT;
      case 408, 504 -> TIMEOUT;
      default -> ERROR;
    };
  }
}
