package dev.ductile.text;

import java.util.Optional;

/** A mistake in the input. The message is one line with the place and the mistake. */
public final class InputException extends RuntimeException {
  private static final int LONGEST = 600;

  private final transient Optional<Place> place;

  public InputException(String message) {
    super(oneLine(message));
    this.place = Optional.empty();
  }

  public InputException(String message, Throwable cause) {
    super(oneLine(message), cause);
    this.place = Optional.empty();
  }

  public InputException(Place place, String complaint) {
    super(oneLine(place + ": " + complaint));
    this.place = Optional.of(place);
  }

  public InputException(Place place, String complaint, Throwable cause) {
    super(oneLine(place + ": " + complaint), cause);
    this.place = Optional.of(place);
  }

  /** One line. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** The place of the mistake, if it is in a file. */
  public Optional<Place> place() {
    return place;
  }

  /** One line, also if the quoted input has several. */
  private static String oneLine(String message) {
    String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
  }
}
