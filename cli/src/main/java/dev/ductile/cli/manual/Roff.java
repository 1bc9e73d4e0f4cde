package dev.ductile.cli.manual;

import java.util.List;
import java.util.stream.Collectors;

/** A page in the language of {@code man}, with the macros that groff and mandoc share. */
final class Roff {
  private static final int LONGEST_LINE = 78;

  private final StringBuilder text = new StringBuilder();

  /** The first line of a page, with the name of its command in capitals. */
  void title(String name, String version) {
    macro("TH", name, "1", "", "ductile " + version, "Ductile");
  }

  void section(String heading) {
    macro("SH", heading);
  }

  void paragraphs(List<String> all) {
    String separated =
        all.stream().map(words -> filled(words)).collect(Collectors.joining("\n.PP\n"));
    text.append(separated).append('\n');
  }

  /** A line of text whose parts are already escaped. */
  void line(String escaped) {
    text.append(escaped).append('\n');
  }

  /** A term and its description below it. */
  void entry(String escapedTerm, List<String> description) {
    text.append(".TP\n").append(escapedTerm).append('\n');
    text.append(description.isEmpty() ? "\\ \n" : "");
    description.forEach(sentence -> line(filled(sentence)));
  }

  /** Lines that keep their ends and blanks. */
  void verbatim(List<String> lines) {
    text.append(".nf\n");
    lines.forEach(one -> line(escaped(one)));
    text.append(".fi\n");
  }

  /** Text in lines of at most 80 characters, which a reader's terminal fills again. */
  private static String filled(String words) {
    var lines = new StringBuilder();
    int length = 0;
    for (String word : words.strip().split("\\s+", -1)) {
      String next = special(word);
      if (length > 0 && length + 1 + next.length() > LONGEST_LINE) {
        lines.append('\n');
        length = 0;
      }
      lines.append(length == 0 ? escaped(word) : " " + next);
      length += 1 + next.length();
    }
    return lines.toString();
  }

  private void macro(String name, String... arguments) {
    text.append('.').append(name);
    for (String argument : arguments) {
      text.append(" \"").append(escaped(argument)).append('"');
    }
    text.append('\n');
  }

  static String bold(String words) {
    return "\\fB%s\\fR".formatted(escaped(words));
  }

  static String italic(String words) {
    return "\\fI%s\\fR".formatted(escaped(words));
  }

  /** Hyphens stay hyphens when a reader copies them, and no text is taken for a macro. */
  static String escaped(String words) {
    String plain = special(words);
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }

  private static String special(String words) {
    return words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
