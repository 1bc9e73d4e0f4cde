package dev.ductile.policies.lin;

import dev.ductile.api.Figure;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division.Table;
import java.util.List;

/**
 * A knee that comes earlier the higher the load: the threshold goes from {@code alphaLow} on an
 * idle cluster to {@code alphaHigh} on a full one (Section IV-C). The paper takes the load from the
 * arrival rate of jobs. Here it is the part of the cluster that all present jobs would have at the
 * knee of {@code alphaLow}, with the allocations of protected jobs and of jobs of higher priority.
 */
record KneeByLoad(double alphaLow, double alphaHigh, KneeHeuristic atEase)
    implements Moldable.SizeChoice {
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
            new Figure("load", load, "part of the cluster that all jobs would have at their knees"),
            new Figure(
                "alpha", alpha, "least part of its time that a job must save by one more node")));
  }

  private double load(Table table) {
    Budget all = table.empty().budget();
    double load = held(all, table.budget());
    for (Candidate candidate : table.candidates()) {
      int most = all.most(candidate);
      int knee = atEase.best(candidate.speeds(), Math.max(0, most));
      load += all.share(candidate, candidate.size(knee));
      if (load >= 1) {
        return 1;
      }
    }
    return load;
  }

  /**
   * The part of the cluster that protected jobs and jobs of higher priority hold, of the resource
   * they hold most of.
   */
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
