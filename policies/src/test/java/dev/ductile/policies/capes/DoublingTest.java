package dev.ductile.policies.capes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Grant;
import dev.ductile.api.Policy;
import dev.ductile.api.Range;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.optimus.Optimus;
import dev.ductile.policies.placements.Pooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Capes et al., section 4.2: doubling with the speeds of their Table 2, and the trap. */
final class DoublingTest {
  private final Policy doubling = Sketch.policy(new Doubling());

  @Test
  void sixJobsOn64GpusHave8Each() {
    assertThat(workers(jobs(8, 1, 1, 1, 1, 1, 1), doubling)).containsOnly(8).hasSize(6);
  }

  @Test
  void aJobWithMoreRemainingWorkGainsMore() {
    assertThat(workers(jobs(2, 1, 0.5, 0.1), doubling)).containsExactly(8, 4, 4);
  }

  @Test
  void amongEqualGainsTheEarlierArrivalDoublesFirst() {
    var equal = new double[40];
    Arrays.fill(equal, 1);
    assertThat(workers(jobs(8, equal), doubling))
        .hasSize(40)
        .startsWith(2, 2)
        .endsWith(1, 1)
        .filteredOn(workers -> workers == 2)
        .hasSize(24);
  }

  @Test
  void jobsBeyondTheCapacityWaitInOrderOfArrival() {
    Sketch sketch = jobs(1, 1, 1, 1, 1, 1, 1, 1, 1, 0.01);
    assertThat(workers(sketch, doubling)).containsOnly(1).hasSize(8);
    assertThat(sketch.reason(doubling, "job-8"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: protected jobs and jobs before it leave too little for its least size, 1; needs 1 gpu, and 0 are free");
  }

  /**
   * With 9 GPUs a step takes longer than with 8, because powers of two add up gradients better;
   * with 16 it is shorter again. One at a time stops at 8 (section 4.2).
   */
  @Test
  void doublingCrossesAPlateauThatSingleStepsDoNot() {
    var bounds = Bounds.workers(1, 16);
    Sketch sketch = Sketch.gpus(2, 8).add(Table2.job(0, 1e6, bounds, DoublingTest::trap));

    assertThat(workers(sketch, doubling)).containsExactly(16);
    assertThat(workers(sketch, Sketch.policy(new Optimus()))).containsExactly(8);
    assertThat(sketch.reason(Sketch.policy(new Optimus()), "job-0"))
        .isEqualTo("STARTED: gets 8 (8 gpu, all on node-0): one more worker would save no time");
  }

  @Test
  void theReasonHasTheSavingOfTheNextStepAndOfTheRival() {
    Sketch sketch = jobs(2, 1, 0.5, 0.1);
    assertThat(sketch.reason(doubling, "job-0"))
        .isEqualTo("STARTED: gets 8 (8 gpu, all on node-0): it has no larger size");
    assertThat(sketch.reason(doubling, "job-1"))
        .isEqualTo(
            "STARTED: gets 4 (4 gpu, all on node-1): the next 4 workers would save 5.25 min per GPU, and job-2 saves 5.30 min");
    assertThat(jobs(1, 1, 0.99).reason(doubling, "job-1"))
        .isEqualTo(
            "STARTED: gets 4 (4 gpu, all on node-0): the next 4 workers would save 10.4 min per GPU, and job-0 saves 53.0 min");
  }

  @Test
  void withoutARivalTheReasonNamesNone() {
    Sketch sketch = Sketch.gpus(1, 6).add(Table2.job(0, 1));
    assertThat(sketch.reason(doubling, "job-0"))
        .endsWith("the next 4 workers would save 10.5 min per GPU, but too little is left for it");
  }

  @Test
  void leastSizesOtherThanOneAreDoubledAsFarAsTheirBoundsGo() {
    Speed linear = Allocation::workers;
    Sketch sketch =
        Sketch.gpus(8, 8)
            .add(Table2.job(0, 1e6, Bounds.workers(3, 13), linear))
            .add(Table2.job(1, 1e6, Bounds.workers(1, 7), linear))
            .add(
                Table2.job(2, 1e6, new Bounds(Range.of(List.of(2, 5, 9, 12)), Range.ZERO), linear));
    assertThat(workers(sketch, doubling)).containsExactly(12, 4, 12);
  }

  /** Eq. 6 by brute force: always the largest gain of all, computed again for every step. */
  @Test
  void equalsALiteralImplementationOfTheRule() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Seed(seed).stream("doubling");
      var left = new double[random.nextInt(1, 30)];
      for (int job = 0; job < left.length; job++) {
        left[job] = random.nextInt(1, 50) / 50.0;
      }
      int gpus = 8 * random.nextInt(1, 9);
      Sketch sketch = jobs(gpus / 8, left);
      Policy policy = Sketch.policy(new Doubling(), new Doubling().defaults(), new Pooled());
      assertThat(workers(sketch, policy)).as("seed %d", seed).isEqualTo(literally(left, gpus));
    }
  }

  private static List<Integer> literally(double[] trainings, int gpus) {
    var workers = new ArrayList<Integer>();
    for (int job = 0; job < Math.min(trainings.length, gpus); job++) {
      workers.add(1);
    }
    int free = gpus - workers.size();
    while (true) {
      int best = -1;
      double most = 0;
      for (int job = 0; job < workers.size(); job++) {
        int now = workers.get(job);
        double gain = trainings[job] * (seconds(now) - seconds(2 * now)) / now;
        if (now < 8 && now <= free && gain > most) {
          best = job;
          most = gain;
        }
      }
      if (best < 0) {
        return workers;
      }
      free -= workers.get(best);
      workers.set(best, 2 * workers.get(best));
    }
  }

  private static double seconds(int workers) {
    return 1 / Table2.SPEED.stepsPerSecond(Allocation.together(Size.workers(workers)));
  }

  /** Section 3.2 with a model of 4.2e7 bytes and a batch of 1024 for all GPUs together. */
  private static double trap(Allocation where) {
    int workers = where.workers();
    if (workers == 0) {
      return 0;
    }
    double computing = 1024.0 / workers * (0.000844 + 0.00185);
    double rounds = Math.ceil(Math.log(workers) / Math.log(2) - 1e-9);
    double bytes = 4.2e7;
    boolean isPowerOfTwo = Integer.bitCount(workers) == 1;
    double adding =
        isPowerOfTwo
            ? 4 * rounds * 1e-5 + 4 * bytes * 1e-9 + 2.5 * bytes * 1e-10
            : (5 + 4 * rounds) * 1e-5 + 7 * bytes * 1e-9 + 3 * bytes * 1e-10;
    return 1 / (computing + (workers == 1 ? 0 : adding));
  }

  private static Sketch jobs(int nodes, double... trainings) {
    Sketch sketch = Sketch.gpus(nodes, 8);
    for (int job = 0; job < trainings.length; job++) {
      sketch.add(Table2.job(job, trainings[job]));
    }
    return sketch;
  }

  private static List<Integer> workers(Sketch sketch, Policy policy) {
    return sketch.plan(policy).grants().stream()
        .map(Grant::allocation)
        .map(Allocation::workers)
        .toList();
  }
}
