package dev.ductile.cli;

import dev.ductile.cli.train.Interruption;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The exit statuses of the command and their meanings, for manual pages and the reference. */
enum ExitMeaning {
  WORKED(
      ExitStatus.OK,
      "The command worked. A training job that q or Ctrl-C stopped on a terminal is saved."),
  FAILED(
      ExitStatus.ERROR,
      "A file, a value or the machine prevented the command, or a check found a problem. Standard"
          + " error has the cause, unless the reader of standard output ended before."),
  MISUSED(ExitStatus.USAGE, "The command line is wrong: an unknown command, option or operand."),
  JOB_FAILED(
      ExitStatus.JOB_FAILED,
      "The command worked, and a job failed, can never start or could not be saved; a job for which --wait"
          + " waited failed or was cancelled."),
  NOT_FOUND(ExitStatus.NOT_FOUND, "The server has no such job, queue, node or token."),
  DENIED(ExitStatus.DENIED, "The server does not accept the token, or its user lacks the right."),
  CONFLICT(
      ExitStatus.CONFLICT,
      "The state of the job, queue or node does not allow the command, such as a scale of an ended job."),
  TIMEOUT(
      ExitStatus.TIMEOUT, "The time of --timeout was over before the job ended; the job goes on."),
  UNREACHABLE(ExitStatus.UNREACHABLE, "The server does not answer."),
  INFEASIBLE(
      ExitStatus.INFEASIBLE,
      "The job of submit can never start in this cluster, or with --dry-run would be refused."),
  INTERRUPTED(
      Interruption.BY_CTRL_C,
      "SIGINT ended the command; run, train and learn save first. train on a terminal reads Ctrl-C as the"
          + " key q and ends with 0. A second q or Ctrl-C kills without saving and ends with 130."),
  TERMINATED(143, "SIGTERM ended the command; run, train and learn save first.");

  /** The commands that start, simulate or wait for jobs, and the page of all commands. */
  private static final Set<String> STARTING =
      Set.of("ductile", "demo", "run", "simulate", "train", "submit", "job");

  private static final Set<String> WAITING = Set.of("ductile", "submit", "job");
  private static final Set<String> CHECKING = Set.of("ductile", "submit");

  private final int status;
  private final String sentence;

  ExitMeaning(int status, String sentence) {
    this.status = status;
    this.sentence = sentence;
  }

  int status() {
    return status;
  }

  String sentence() {
    return sentence;
  }

  /** The statuses that a command may have, with their meanings. */
  static Map<String, String> of(String command) {
    var meanings = new LinkedHashMap<String, String>();
    for (ExitMeaning one : EnumSet.allOf(ExitMeaning.class)) {
      if (one.isOf(command)) {
        meanings.put(Integer.toString(one.status), one.sentence);
      }
    }
    return meanings;
  }

  private boolean isOf(String command) {
    return switch (this) {
      case WORKED, FAILED, MISUSED, INTERRUPTED, TERMINATED -> true;
      case JOB_FAILED -> STARTING.contains(command);
      case TIMEOUT -> WAITING.contains(command);
      case INFEASIBLE -> CHECKING.contains(command);
      case NOT_FOUND, DENIED, CONFLICT, UNREACHABLE ->
          command.equals("ductile") || CommandGroup.isForServer(command);
    };
  }
}
