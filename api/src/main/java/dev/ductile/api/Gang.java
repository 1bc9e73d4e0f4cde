package dev.ductile.api;

/**
 * Jobs that start together or not at all.
 *
 * @param name the same for all of them
 * @param members how many jobs the gang has; it starts when all of them are submitted
 */
public record Gang(String name, int members) {
  /** The most jobs of one gang. */
  public static final int MOST = 1000;

  /** A job that starts by itself. */
  public static final Gang NONE = new Gang("", 1);

  public Gang {
    if (!name.isEmpty()) {
      Names.require("gang", name);
    }
    int least = name.isEmpty() ? 1 : 2;
    int most = name.isEmpty() ? 1 : MOST;
    if (members < least || members > most) {
      throw new IllegalArgumentException(
          "gang %s has from 2 to %d members, not %d".formatted(name, MOST, members));
    }
  }

  public boolean isNone() {
    return name.isEmpty();
  }
}
