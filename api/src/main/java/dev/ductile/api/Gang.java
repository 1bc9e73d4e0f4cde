package dev.ductile.api;

/**
 * Jobs that start together or not at all.
 *
 * @param name the same for all members
 * @param members the number of jobs; the gang starts when all of them are submitted
 */
public record Gang(String name, int members) {
  /** The largest number of jobs in a gang. */
  public static final int MOST = 1000;

  /** No gang: the job starts by itself. */
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
