package dev.ductile.policies.lin;

import dev.ductile.api.Figure;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division.Table;
import java.util.List;

/**
 * A knee that comes earlier the more there is to do: the threshold goes from {@code alphaLow} on an
 * idle cluster to {@code alphaHigh} on a full one (Section IV-C). The paper knows the rate at which
 * jobs arrive; here the load is the part of the cluster that the jobs now present would have if all
 * were at the knee of {@code alphaLow}, and what others hold who are not asked.
 */
record KneeByLoad(double alphaLow, double alphaHigh, KneeHeuristic atEase)
    implements Moldable.Choice {
  KneeByLoad(double alphaLow, double alphaHigh) {
    this(alphaLow, alphaHigh, new KneeHeuristic(alphaLow));
  }

  @Override
  public Moldable.Chosen now(Table table) {
    double load = load(table);
    double alpha = alphaLow + load * (alphaHigh - alphaLow);
    return new Moldable.Chosen(
        new KneeHeuristic(alpha),
        List.of(
            new Figure("load", load, "part of the cluster that all jobs at their knee would have"),
            new Figure("alpha", alpha, "part of its time that a job must save by one more node")));
  }

  private double load(Table table) {
    Budget all = table.empty().budget();
    double load = held(all, table.budget());
    for (Candidate candidate : table.candidates()) {
      int most = all.most(candidate);
      int knee = atEase.best(candidate.ladder(), Math.max(0, most));
      load += all.share(candidate, candidate.size(knee));
      if (load >= 1) {
        return 1;
      }
    }
    return load;
  }

  /** The part that protected jobs and those of higher priority have, of what they have most of. */
  private static double held(Budget all, Budget left) {
    double[] whole = all.left();
    double[] rest = left.left();
    double held = 0;
    for (int resource = 0; resource < whole.length; resource++) {
      held = whole[resource] > 0 ? Math.max(held, 1 - rest[resource] / whole[resource]) : held;
    }
    return Math.min(1, held);
  }
}
