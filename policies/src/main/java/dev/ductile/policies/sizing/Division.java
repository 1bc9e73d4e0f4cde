package dev.ductile.policies.sizing;

import dev.ductile.api.Figure;
import dev.ductile.api.JobNote;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rule by which a policy divides resources among jobs: the contribution of its paper. It sees
 * jobs of one priority whose speed is known, in order of arrival, and the resources that higher
 * priorities left.
 */
@FunctionalInterface
public interface Division {
  Shares divide(Table table);

  /** Whether the remaining resources stay idle instead of going to waiting jobs. */
  default boolean reserves() {
    return false;
  }

  /**
   * Whether the rule needs the speeds of jobs. If it does not, it also sees jobs of unknown speed.
   */
  default boolean readsSpeeds() {
    return true;
  }

  /**
   * The resources to divide, and the jobs. A division takes from {@code budget}, so that lower
   * priorities see the rest.
   *
   * @param empty the cluster without any job
   */
  record Table(Instant now, List<Candidate> candidates, Budget budget, EmptyCluster empty) {}

  /**
   * The result of a division.
   *
   * @param decisions one for each job, the most important first
   * @param notes new notes on jobs
   * @param reconsider time of the next decision, even if no event happens
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
