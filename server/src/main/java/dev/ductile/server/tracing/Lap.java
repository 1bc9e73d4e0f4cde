package dev.ductile.server.tracing;

/**
 * One step of a round, from the end of the step before it.
 *
 * @param begin in nanoseconds since the begin of the round
 * @param end in nanoseconds since the begin of the round
 * @param items the events, orders or jobs of the step
 */
record Lap(RoundStep step, long begin, long end, long items) {
  /** This step, continued until a later end. */
  Lap until(long laterEnd, long moreItems) {
    return new Lap(step, begin, laterEnd, items + moreItems);
  }
}
