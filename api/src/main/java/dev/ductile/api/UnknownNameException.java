package dev.ductile.api;

import java.util.Collection;
import java.util.List;

/** A name that a plug-in does not know. Readers of files add a suggestion to its message. */
public final class UnknownNameException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String name;
  private final transient List<String> known;

  /**
   * The mistake.
   *
   * @param kind the noun of the thing, such as profile
   * @param known all names
   */
  public UnknownNameException(String kind, String name, Collection<String> known) {
    super("unknown %s \"%s\"".formatted(kind, name));
    this.name = name;
    this.known = List.copyOf(known);
  }

  public String name() {
    return name;
  }

  public List<String> known() {
    return known;
  }
}
