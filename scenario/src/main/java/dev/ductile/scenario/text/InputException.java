package dev.ductile.scenario.text;

/** Something that a person wrote is wrong. The message is one line that says where and what. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int LONGEST = 600;

  public InputException(String message) {
    super(oneLine(message));
  }

  public InputException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Never more than a line, whatever was quoted from the input. */
  private static String oneLine(String message) {
    String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
  }
}
