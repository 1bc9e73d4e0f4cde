package dev.ductile.runtime.master;

/** When a regroup came to each of its barriers, from its beginning (0) to its end (5). */
final class Barriers {
  private final long[] at = new long[6];

  void passed(int which, long now) {
    at[which] = now;
  }

  Pause pause(int generation, Cause cause) {
    return new Pause(
        generation,
        cause,
        at[1] - at[0],
        at[2] - at[1],
        at[3] - at[2],
        at[4] - at[3],
        at[5] - at[4]);
  }
}
