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

  private final Map<SpeedBySize, Ascent> ascents = new HashMap<>();

  @Override
  public Shares divide(Table table) {
    if (ascents.values().stream().mapToLong(Ascent::length).sum() > MOST_REMEMBERED) {
      ascents.clear();
    }
    return GreedyAscent.divide(
        table,
        candidate ->
            new MarginalPath(
                ascent(candidate, table.budget()), candidate.job().remainingSteps(table.now())));
  }

  /** The steps of jobs of this kind, computed again if the cluster has changed. */
  private Ascent ascent(Candidate candidate, Budget budget) {
    Bounds bounds = candidate.job().spec().bounds();
    var kind =
        new Ascent.Kind(
            candidate.ladder(),
            bounds,
            budget.share(candidate, WORKER),
            budget.share(candidate, SERVER));
    return ascents.compute(
        candidate.ladder(),
        (ladder, known) ->
            known != null && known.kind().equals(kind)
                ? known
                : new Ascent(kind, bounds.least(), Roles.BOTH));
  }
}
