package dev.ductile.bench.faults;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * A process that was killed.
 *
 * @param nanos the time of the kill
 * @param lines the number of lines that were printed before its end
 * @param known whether the process had registered at the master
 * @param moments the activities of the job
 */
record InjectedKill(String victim, long nanos, int lines, boolean known, Set<JobMoment> moments) {
  String role() {
    return victim.substring(0, victim.indexOf('-'));
  }

  @Override
  public String toString() {
    return victim
        + " killed while "
        + moments.stream().map(JobMoment::words).collect(Collectors.joining(", "));
  }
}
