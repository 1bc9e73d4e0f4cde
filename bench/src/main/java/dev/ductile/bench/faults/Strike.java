package dev.ductile.bench.faults;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Somebody who was killed.
 *
 * @param nanos when
 * @param heard how many lines had been said when he was dead
 * @param known whether the master had heard of him
 * @param moments what the job was doing
 */
record Strike(String victim, long nanos, int heard, boolean known, Set<Moment> moments) {
  String role() {
    return victim.substring(0, victim.indexOf('-'));
  }

  @Override
  public String toString() {
    return victim
        + " killed while "
        + moments.stream().map(Moment::words).collect(Collectors.joining(", "));
  }
}
