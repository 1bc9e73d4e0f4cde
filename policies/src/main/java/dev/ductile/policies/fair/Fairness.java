package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.PlanRemainder;
import java.util.List;

/**
 * The parties of a fair policy and the measure of their shares. The share of a party is the largest
 * of its measures, each summed over the party's jobs.
 */
interface Fairness {
  /** The party of a job; all jobs of a party have one share. */
  Object party(Job job);

  /** The measures of one worker, or of one server, of the job. */
  double[] counts(JobSpec spec, Size one, Nodes nodes);

  /** The share and the place of a job with this allocation, in words. */
  Phrase share(Job job, Allocation allocation, Nodes nodes);

  /** Dominant shares: the largest part that is taken of any resource of the cluster. */
  record Dominant(Drf.ShareOwner between) implements Fairness {
    @Override
    public Phrase share(Job job, Allocation allocation, Nodes nodes) {
      double share = job.spec().demand().of(allocation.size()).dominantShareOf(nodes.total());
      return Phrase.of(
          "{dominantShare} dominant share; has {}",
          new Worded(share, Reason.text(100 * share) + " %"),
          PlanRemainder.place(job, allocation));
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

  /** Devices, or workers if a job uses no devices. */
  record Devices(boolean weighted) implements Fairness {
    @Override
    public Phrase share(Job job, Allocation allocation, Nodes nodes) {
      Phrase place = PlanRemainder.place(job, allocation);
      double weight = weight(job.spec().priority());
      return weight == 1
          ? Phrase.of("its share is {}", place)
          : Phrase.of("its share at weight {weight} is {}", weight, place);
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
