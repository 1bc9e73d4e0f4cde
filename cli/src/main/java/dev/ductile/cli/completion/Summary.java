package dev.ductile.cli.completion;

import java.util.stream.Stream;

/** The first sentence of a help text, for one line of a shell. */
final class Summary {
  private static final int LONGEST = 78;

  private Summary() {}

  static String of(String... lines) {
    String text =
        Stream.of(lines)
            .filter(line -> !line.isBlank())
            .findFirst()
            .map(line -> line.replace("%%", "%"))
            .orElse("");
    String sentence =
        text.replaceFirst(" \\(default.*", "").replaceFirst("(?<!\\.\\.)[.:;](?= .*|$).*", "");
    if (sentence.length() <= LONGEST) {
      return sentence;
    }
    return sentence.substring(0, sentence.lastIndexOf(' ', LONGEST - 2)) + " …";
  }
}
