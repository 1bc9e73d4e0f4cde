package dev.ductile.policies.sizing;

import dev.ductile.api.Figure;
import dev.ductile.api.JobNote;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a policy divides what there is among jobs: the part of it that its paper is about. It sees
 * jobs of one priority whose speed is known, in order of arrival, and what jobs of higher priority
 * left for them.
 */
@FunctionalInterface
public interface Division {
  Shares divide(Table table);

  /**
   * Whether what it leaves is to be left, and nobody who waits is to be let in where others found
   * no place for what they were given.
   */
  default boolean reserves() {
    return false;
  }

  /**
   * What there is to divide and for whom. What a division takes it takes from {@code budget}, so
   * that others see what is left.
   *
   * @param empty what there would be if there were no job at all
   */
  record Table(Instant now, List<Candidate> candidates, Budget budget, EmptyCluster empty) {}

  /**
   * How it was divided.
   *
   * @param decisions one for each job, the most important first
   * @param notes new notes on jobs
   * @param reconsider when to divide again though nothing may have happened
   */
  record Shares(
      List<SizeDecision> decisions,
      List<JobNote> notes,
      Optional<Instant> reconsider,
      List<Figure> figures) {
    public static Shares of(List<SizeDecision> decisions) {
      return new Shares(decisions, List.of(), Optional.empty(), List.of());
    }
  }
}
