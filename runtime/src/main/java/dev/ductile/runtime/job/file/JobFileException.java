package dev.ductile.runtime.job.file;

/** Something that a person wrote about a job is wrong. The message is one line. */
public final class JobFileException extends RuntimeException {
  private static final int LONGEST = 600;

  JobFileException(String message) {
    super(oneLine(message));
  }

  JobFileException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** One line. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** Never more than a line, whatever was quoted from the input. */
  private static String oneLine(String message) {
    String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
  }
}
