package dev.ductile.cli;

import picocli.CommandLine.Option;

/** The option for the reason of a user or an operator. */
final class ReasonOption {
  @Option(names = "--why", paramLabel = "TEXT", description = "The reason, for the history.")
  private String why = "";

  String text() {
    return why;
  }
}
