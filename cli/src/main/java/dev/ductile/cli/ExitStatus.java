package dev.ductile.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** The exit statuses of the command. */
final class ExitStatus {
  static final int OK = 0;

  /** A failure or a mistake in the input; one line on standard error describes it. */
  static final int ERROR = 1;

  /** The command line itself is wrong. */
  static final int USAGE = 2;

  /** The command worked, and a job failed. */
  static final int JOB_FAILED = 3;

  /** The commands that start jobs. */
  private static final Set<String> STARTING = Set.of("ductile", "demo", "run", "train");

  private ExitStatus() {}

  /** The meanings of the statuses that a command has. */
  static Map<String, String> meanings(CommandLine command) {
    var meanings = new LinkedHashMap<String, String>();
    meanings.put(Integer.toString(OK), "The command worked.");
    meanings.put(
        Integer.toString(ERROR), "It failed, or found a problem; standard error says which.");
    meanings.put(Integer.toString(USAGE), "The command line is wrong.");
    if (STARTING.contains(command.getCommandName())) {
      meanings.put(Integer.toString(JOB_FAILED), "The command worked, and a job failed.");
    }
    meanings.put("130", "Ctrl-C (SIGINT) ended the command.");
    meanings.put("143", "SIGTERM ended the command.");
    return meanings;
  }
}
