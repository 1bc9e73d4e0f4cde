package dev.ductile.answers;

/** Text in lines of a width, broken between words; a longer word has a line of its own. */
final class Wrapped {
  private Wrapped() {}

  /** The text with an indent before each line and a line end after each. */
  static String text(String text, String indent, int width) {
    var lines = new StringBuilder();
    var line = new StringBuilder(indent);
    for (String word : text.split(" ", -1)) {
      boolean isFirst = line.length() == indent.length();
      if (!isFirst && line.length() + 1 + word.length() > width) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
        isFirst = true;
      }
      line.append(isFirst ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
