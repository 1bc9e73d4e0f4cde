package dev.ductile.reports;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of a width, broken between words. */
public final class Wrapped {
  private Wrapped() {}

  /**
   * The text with an indent before each line and a line end after each; a longer word has a line of
   * its own.
   */
  public static String text(String text, String indent, int width) {
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

  /** The lines of a text that is at least one line; a longer word is broken. */
  static List<String> lines(String text, int width) {
    if (text.codePointCount(0, text.length()) <= width) {
      return List.of(text);
    }
    var lines = new ArrayList<String>();
    for (String line : text(text.strip(), "", width).lines().toList()) {
      String rest = line;
      while (rest.codePointCount(0, rest.length()) > width) {
        int end = rest.offsetByCodePoints(0, width);
        lines.add(rest.substring(0, end));
        rest = rest.substring(end);
      }
      lines.add(rest);
    }
    return lines;
  }
}
