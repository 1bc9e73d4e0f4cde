package dev.ductile.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The command line as a user gave it, for another shell. */
final class Invocation {
  private Invocation() {}

  static String of(CommandSpec spec) {
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    return "ductile " + arguments.stream().map(Invocation::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String argument) {
    return argument.matches("[A-Za-z0-9_./:=,+@%-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
