package dev.ductile.policies.eps;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Takes a random number of workers from a random job, until the new job has enough; servers are
 * never taken. Workers taken beyond the need stay idle. Randomness comes from a seed, the job and
 * the time alone, so the same picture has the same draws.
 */
record AtRandom(Seed seed) implements Removal {
  @Override
  public Answer find(DraftPlan draft, Incoming incoming, List<PlannedJob> givers) {
    RandomGenerator random =
        seed.stream("%d at %s".formatted(incoming.job().arrival(), draft.cluster().now()));
    Demand demand = incoming.job().spec().demand();
    Resources goal = demand.of(incoming.request()).plus(demand.worker().times(incoming.reserved()));
    Resources there = draft.free().left();
    var candidates =
        new ArrayList<>(
            givers.stream().filter(plannedJob -> spare(plannedJob, Size.NONE) > 0).toList());
    var cuts = new TreeMap<PlannedJob, Size>(PlannedJob.IN_ORDER);
    while (!goal.fitsIn(there) && !candidates.isEmpty()) {
      int at = random.nextInt(candidates.size());
      PlannedJob plannedJob = candidates.get(at);
      Size already = cuts.getOrDefault(plannedJob, Size.NONE);
      int taken = draw(plannedJob, already, random);
      there = there.plus(plannedJob.job().spec().demand().worker().times(taken));
      cuts.merge(plannedJob, Size.workers(taken), Size::plus);
      if (spare(plannedJob, cuts.getOrDefault(plannedJob, Size.NONE)) == 0) {
        candidates.remove(at);
      }
    }
    return goal.fitsIn(there)
        ? new Cuts(cuts.entrySet().stream().map(AtRandom::cut).toList())
        : new TooFew(cuts.values().stream().reduce(Size.NONE, Size::plus));
  }

  private static Cut cut(Map.Entry<PlannedJob, Size> entry) {
    return new Cut(entry.getKey(), entry.getValue());
  }

  /** A number of workers that leaves a legal size. */
  private static int draw(PlannedJob plannedJob, Size already, RandomGenerator random) {
    int left = plannedJob.size().workers() - already.workers();
    int wanted = 1 + random.nextInt(spare(plannedJob, already));
    return left - plannedJob.job().spec().bounds().workers().atMost(left - wanted);
  }

  /** The number of workers that the job can still give. */
  private static int spare(PlannedJob plannedJob, Size already) {
    int left = plannedJob.size().workers() - already.workers();
    return Math.max(0, left - plannedJob.job().spec().bounds().workers().least());
  }
}
