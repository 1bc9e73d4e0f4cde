package dev.ductile.policies.optimus;

import dev.ductile.api.Bounds;
import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Budget;
import dev.ductile.policies.elastic.Climb;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Division;
import dev.ductile.policies.elastic.Ladder;
import java.util.HashMap;
import java.util.Map;

/**
 * Divides by marginal gains: the time that one more worker or server saves, for the part that it
 * takes of its dominant resource. How kinds of jobs grow is remembered between decisions.
 */
final class MarginalGains implements Division {
  /** So many sizes of all kinds together. */
  private static final int MOST_REMEMBERED = 2_000_000;

  private static final Size WORKER = new Size(1, 0);
  private static final Size SERVER = new Size(0, 1);

  private final Map<Ladder, Ascent> ascents = new HashMap<>();

  @Override
  public Shares divide(Table table) {
    if (ascents.values().stream().mapToLong(Ascent::length).sum() > MOST_REMEMBERED) {
      ascents.clear();
    }
    return Climb.divide(
        table,
        contender ->
            new MarginalRoute(
                ascent(contender, table.budget()), contender.job().remainingSteps(table.now())));
  }

  /** How jobs of this kind grow, worked out anew where the cluster is not what it was. */
  private Ascent ascent(Contender contender, Budget budget) {
    Bounds bounds = contender.job().spec().bounds();
    var kind =
        new Ascent.Kind(
            contender.ladder(),
            bounds,
            budget.share(contender, WORKER),
            budget.share(contender, SERVER));
    return ascents.compute(
        contender.ladder(),
        (ladder, known) ->
            known != null && known.kind().equals(kind)
                ? known
                : new Ascent(kind, bounds.least(), Roles.BOTH));
  }
}
