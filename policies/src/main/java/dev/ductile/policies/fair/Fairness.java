package dev.ductile.policies.fair;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.List;

/**
 * Between whom a policy is fair, and what it counts: the share of a party is the largest of its
 * counts, each added up over its jobs.
 */
interface Fairness {
  /** What shares are of, in words. */
  String measure();

  /** Who has a share: jobs of one party share one. */
  Object party(Job job);

  /** What one worker, or one server, of the job counts for. */
  double[] counts(JobSpec spec, Size one, Nodes nodes);

  /** How much of the measure the job has at this size, for people. */
  String amount(Job job, Size size, Nodes nodes);

  /** Dominant shares: the part of the cluster that is taken of the resource most taken. */
  record Dominant(Drf.Between between) implements Fairness {
    @Override
    public String measure() {
      return "dominant share";
    }

    @Override
    public String amount(Job job, Size size, Nodes nodes) {
      double share = job.spec().demand().of(size).dominantShareOf(nodes.total());
      return Reason.text(100 * share) + " %";
    }

    @Override
    public Object party(Job job) {
      return switch (between) {
        case JOBS -> job.arrival();
        case OWNERS -> job.spec().owner();
        case QUEUES -> job.spec().queue();
      };
    }

    @Override
    public double[] counts(JobSpec spec, Size one, Nodes nodes) {
      Resources needed = spec.demand().of(one);
      List<String> columns = nodes.columns();
      var counts = new double[columns.size()];
      for (int column = 0; column < counts.length; column++) {
        counts[column] =
            needed.amount(columns.get(column)) / nodes.total().amount(columns.get(column));
      }
      return counts;
    }
  }

  /** Devices, or workers where a job uses none. */
  record Devices(boolean weighted) implements Fairness {
    @Override
    public String measure() {
      return weighted ? "devices for its weight" : "devices";
    }

    @Override
    public String amount(Job job, Size size, Nodes nodes) {
      return Reason.text(job.spec().demand().devices(size));
    }

    @Override
    public Object party(Job job) {
      return job.arrival();
    }

    @Override
    public double[] counts(JobSpec spec, Size one, Nodes nodes) {
      Demand demand = spec.demand();
      double gpus = demand.of(one).amount(Resources.GPU);
      boolean none =
          demand.worker().amount(Resources.GPU) == 0 && demand.server().amount(Resources.GPU) == 0;
      return new double[] {(none ? one.workers() : gpus) / weight(spec.priority())};
    }

    /** Priority 1 weighs twice as much as priority 0, and priority -1 half as much. */
    private double weight(int priority) {
      if (!weighted) {
        return 1;
      }
      return priority >= 0 ? 1.0 + priority : 1 / (1.0 - priority);
    }
  }
}
