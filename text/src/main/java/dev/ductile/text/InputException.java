package dev.ductile.text;

import java.util.List;
import java.util.Optional;

/**
 * A mistake in the input, or several of one reading. The message is one line with the place and the
 * first mistake.
 */
public final class InputException extends RuntimeException {
  private static final int LONGEST = 600;

  private final transient Optional<Place> place;
  private final transient Optional<ValuePath> key;
  private final transient List<InputException> all;

  public InputException(String message) {
    this(message, Optional.empty(), Optional.empty());
  }

  public InputException(String message, Throwable cause) {
    this(message);
    initCause(cause);
  }

  public InputException(Place place, String complaint) {
    this(place + ": " + complaint, Optional.of(place), Optional.empty());
  }

  public InputException(Place place, String complaint, Throwable cause) {
    this(place, complaint);
    initCause(cause);
  }

  /** A mistake in the value at this path. */
  public InputException(Place place, ValuePath key, String complaint) {
    this(place + ": " + complaint, Optional.of(place), Optional.of(key));
  }

  private InputException(String message, Optional<Place> place, Optional<ValuePath> key) {
    super(oneLine(message));
    this.place = place;
    this.key = key;
    this.all = List.of(this);
  }

  /** Several mistakes, of which the message has the first. */
  private InputException(List<InputException> all) {
    super(all.getFirst().getMessage(), all.getFirst());
    this.place = all.getFirst().place;
    this.key = all.getFirst().key;
    this.all = List.copyOf(all);
  }

  /** One or more mistakes as one. */
  static InputException of(List<InputException> mistakes) {
    return mistakes.size() == 1 ? mistakes.getFirst() : new InputException(mistakes);
  }

  /** One line. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** The message without its place. */
  public String complaint() {
    String start = place.map(where -> where + ": ").orElse("");
    return getMessage().startsWith(start) ? getMessage().substring(start.length()) : getMessage();
  }

  /** The place of the mistake, if it is in a file. */
  public Optional<Place> place() {
    return place;
  }

  /** The path of the value in its document, such as {@code jobs[2].worker}; empty for the root. */
  public Optional<String> key() {
    return key.filter(path -> !path.isRoot()).map(ValuePath::toString);
  }

  /** The mistakes one by one; this one alone if it is one. */
  public List<InputException> mistakes() {
    return all;
  }

  /** One line, also if the quoted input has several. */
  private static String oneLine(String message) {
    String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
  }
}
