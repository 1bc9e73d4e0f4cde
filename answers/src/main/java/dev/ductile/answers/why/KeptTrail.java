package dev.ductile.answers.why;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.rest.JobChange;
import java.util.List;
import java.util.Optional;

/**
 * The last changes of one job as data.
 *
 * @param first the number of the first of these changes
 * @param where the places of its tasks after the last change
 * @param speed its last measured steps per second; 0 if there is none
 * @param measured the change whose effects are still measured
 */
public record KeptTrail(
    JobId job,
    long first,
    List<JobChange> changes,
    Allocation where,
    double speed,
    Optional<Measured> measured) {
  /**
   * A change whose effects are still measured.
   *
   * @param revision the order that made it
   * @param isComplete whether its pause is over
   * @param sum the sum of the speeds of the reports since
   */
  public record Measured(
      JobChange change,
      long revision,
      Optional<Double> pause,
      boolean isComplete,
      double sum,
      int reports) {}

  public KeptTrail {
    changes = List.copyOf(changes);
  }
}
