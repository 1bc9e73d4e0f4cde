package dev.ductile.text;

/**
 * The place of a value in the input.
 *
 * @param line from 1; 0 if there is none
 * @param column of the first character, from 1; 0 if there is none
 */
public record Place(String source, long line, long column) {
  public static Place in(String source) {
    return new Place(source, 0, 0);
  }

  public static Place at(String source, long line) {
    return new Place(source, line, 0);
  }

  /** For people and editors: {@code jobs.csv:17:20}. */
  @Override
  public String toString() {
    String lined = line > 0 ? source + ":" + line : source;
    return column > 0 ? lined + ":" + column : lined;
  }
}
