package dev.ductile.policies.optimus;

import dev.ductile.api.Bounds;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.GreedyAscent;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.HashMap;
import java.util.Map;

/**
 * Divides by marginal gains: the time that one more worker or server saves, per share of its
 * dominant resource. The steps of each kind of job are cached between decisions.
 */
final class MarginalGains implements Division {
  /** The most sizes that are cached, of all kinds together. */
  private static final int MOST_REMEMBERED = 2_000_000;

  private static final Size WORKER = new Size(1, 0);
  private static final Size SERVER = new Size(0, 1);

  private final Map<SpeedBySize, MarginalSteps> stepsBySpeeds = new HashMap<>();

  @Override
  public Shares divide(Table table) {
    if (stepsBySpeeds.values().stream().mapToLong(MarginalSteps::length).sum() > MOST_REMEMBERED) {
      stepsBySpeeds.clear();
    }
    return GreedyAscent.divide(
        table,
        candidate ->
            new MarginalPath(
                steps(candidate, table.budget()), candidate.job().remainingSteps(table.now())));
  }

  /** The steps of jobs of this kind, computed again if the cluster has changed. */
  private MarginalSteps steps(Candidate candidate, Budget budget) {
    Bounds bounds = candidate.job().spec().bounds();
    var kind =
        new MarginalSteps.Kind(
            candidate.speeds(),
            bounds,
            budget.share(candidate, WORKER),
            budget.share(candidate, SERVER));
    return stepsBySpeeds.compute(
        candidate.speeds(),
        (speeds, known) ->
            known != null && known.kind().equals(kind)
                ? known
                : new MarginalSteps(kind, bounds.least(), GrowingRoles.BOTH));
  }
}
