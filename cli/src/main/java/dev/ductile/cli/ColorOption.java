package dev.ductile.cli;

import java.util.Arrays;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/**
 * The option against colors. It is read before the command line is parsed: mistakes have colors.
 */
final class ColorOption {
  private static final String NAME = "--no-color";

  @Option(
      names = NAME,
      description =
          "Prints no colors; so do NO_COLOR, TERM=dumb and an output that is no terminal.")
  @SuppressWarnings("UnusedVariable") // colors() reads the arguments
  private boolean isGiven;

  /** Whether messages and help have colors; on a terminal they have, unless these say otherwise. */
  static Ansi colors(String[] arguments, Map<String, String> environment) {
    boolean isPlain =
        Arrays.asList(arguments).contains(NAME)
            || !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return isPlain ? Ansi.OFF : Ansi.AUTO;
  }
}
