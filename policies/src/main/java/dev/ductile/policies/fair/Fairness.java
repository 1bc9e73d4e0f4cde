package dev.ductile.policies.fair;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import java.util.List;

/**
 * Between whom a policy is fair, and what it counts: the share of a party is the largest of its
 * counts, each added up over its jobs.
 */
interface Fairness {
  /** Who has a share: jobs of one party share one. */
  Object party(Job job);

  /** What one worker, or one server, of the job counts for. */
  double[] counts(JobSpec spec, Size one, Nodes nodes);

  /** How much the job has at this size of what shares are of, for people. */
  Phrase share(Job job, Size size, Nodes nodes);

  /** Dominant shares: the part of the cluster that is taken of the resource most taken. */
  record Dominant(Drf.Between between) implements Fairness {
    @Override
    public Phrase share(Job job, Size size, Nodes nodes) {
      double share = job.spec().demand().of(size).dominantShareOf(nodes.total());
      return Phrase.of(
          "{dominantShare} dominant share", new Worded(share, Reason.text(100 * share) + " %"));
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
    public Phrase share(Job job, Size size, Nodes nodes) {
      double devices = job.spec().demand().devices(size);
      var text =
          new Worded(devices, Reason.text(devices) + (devices == 1 ? " device" : " devices"));
      double weight = weight(job.spec().priority());
      return weight == 1
          ? Phrase.of("{devices}", text)
          : Phrase.of("{devices} at weight {weight}", text, weight);
    }

    @Override
    public Object party(Job job) {
      return job.arrival();
    }

    @Override
    public double[] counts(JobSpec spec, Size one, Nodes nodes) {
      Demand demand = spec.demand();
      double count =
          demand.usesDevices() ? demand.of(one).amount(demand.device().resource()) : one.workers();
      return new double[] {count / weight(spec.priority())};
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
