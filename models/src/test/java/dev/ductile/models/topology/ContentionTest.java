package dev.ductile.models.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.models.topology.Contention.PlacedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ContentionTest {
  @Test
  void aJobAloneOnItsLinksHasItsFullSpeed() {
    PlacedJob job = job(1, 1, "a", "b");

    assertThat(Contention.stepsPerSecond(List.of(job))).containsExactly(0.5);
    assertThat(Contention.stepsPerSecond(List.of(job, job(1, 1, "c", "d"))))
        .containsExactly(0.5, 0.5);
    assertThat(Contention.stepsPerSecond(List.of())).isEmpty();
  }

  @Test
  void aJobOnOneNodeDoesNotUseItsLink() {
    var local = new PlacedJob(costs(1, 1), 1, Allocation.on(new NodeId("a"), Size.workers(4)));

    assertThat(Contention.stepsPerSecond(List.of(job(1, 1, "a", "b"), local)))
        .containsExactly(0.5, 1 / 1.0);
  }

  /**
   * Exact mean value analysis: a step of 1 s with transfers of 1 s, which meet half a job on
   * average.
   */
  @Test
  void twoJobsMeetAsOftenAsTheArrivalTheoremSays() {
    double[] speeds = Contention.stepsPerSecond(List.of(job(1, 1, "a", "b"), job(1, 1, "b", "c")));

    assertThat(speeds).containsExactly(1 / 2.5, 1 / 2.5);
  }

  @Test
  void jobsThatOnlyTransferHalveTheLink() {
    double[] speeds =
        Contention.stepsPerSecond(List.of(job(1e-9, 1, "a", "b"), job(1e-9, 1, "a", "b")));

    assertThat(speeds[0]).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void otherJobsNeverHelpAndNeverTakeMoreThanAFairShare() {
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = new Seed(seed).stream("jobs");
      List<PlacedJob> jobs = several(random);
      double[] speeds = Contention.stepsPerSecond(jobs);
      for (int job = 0; job < speeds.length; job++) {
        double alone = Contention.stepsPerSecond(List.of(jobs.get(job)))[0];
        assertThat(speeds[job])
            .as("seed %d, job %d of %s", seed, job, jobs)
            .isBetween(alone / jobs.size() - 1e-9, alone + 1e-9);
      }
    }
  }

  @Test
  void aSimulatedLinkGivesTheSameSpeeds() {
    for (long seed = 0; seed < 12; seed++) {
      RandomGenerator random = new Seed(seed).stream("jobs");
      List<PlacedJob> jobs = new ArrayList<>();
      for (int job = 0; job < 2 + seed % 3; job++) {
        jobs.add(job(0.2 + random.nextDouble(), 0.2 + random.nextDouble(), "a", "b"));
      }
      double[] speeds = Contention.stepsPerSecond(jobs);
      double[] simulated = simulated(jobs, new Seed(seed).stream("steps"));
      for (int job = 0; job < speeds.length; job++) {
        assertThat(speeds[job])
            .as("seed %d, job %d of %s", seed, job, jobs)
            .isCloseTo(simulated[job], withinPercentage(4));
      }
    }
  }

  @Test
  void aJobWithoutWorkersIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlacedJob(costs(1, 1), 1, Allocation.NONE));
  }

  /** Jobs that compute for exponential times and then transfer, sharing one link equally. */
  private static double[] simulated(List<PlacedJob> jobs, RandomGenerator random) {
    int count = jobs.size();
    double[] left = new double[count];
    boolean[] transfers = new boolean[count];
    double[] steps = new double[count];
    for (int job = 0; job < count; job++) {
      left[job] = random.nextExponential() * jobs.get(job).costs().fixed();
    }
    double time = 0;
    for (int event = 0; event < 200_000; event++) {
      int sharing = 0;
      for (boolean one : transfers) {
        sharing += one ? 1 : 0;
      }
      int next = 0;
      double wait = Double.POSITIVE_INFINITY;
      for (int job = 0; job < count; job++) {
        double until = left[job] * (transfers[job] ? sharing : 1);
        next = until < wait ? job : next;
        wait = Math.min(wait, until);
      }
      for (int job = 0; job < count; job++) {
        left[job] -= wait / (transfers[job] ? sharing : 1);
      }
      time += wait;
      steps[next] += transfers[next] ? 1 : 0;
      transfers[next] = !transfers[next];
      StepCosts costs = jobs.get(next).costs();
      double mean = transfers[next] ? costs.network().transfer() / 2 : costs.fixed();
      left[next] = random.nextExponential() * mean;
    }
    for (int job = 0; job < count; job++) {
      steps[job] /= time;
    }
    return steps;
  }

  private static List<PlacedJob> several(RandomGenerator random) {
    var jobs = new ArrayList<PlacedJob>();
    int count = random.nextInt(2, 7);
    for (int job = 0; job < count; job++) {
      int first = random.nextInt(4);
      int second = (first + random.nextInt(1, 4)) % 4;
      jobs.add(new PlacedJob(PlacedTest.any(random), 8, on("node-" + first, "node-" + second)));
    }
    return jobs;
  }

  /** A job on two nodes with these seconds of computation and transfer. */
  private static PlacedJob job(double computation, double transfer, String first, String second) {
    return new PlacedJob(costs(computation, transfer), 1, on(first, second));
  }

  private static StepCosts costs(double computation, double transfer) {
    return new StepCosts(computation, 0, new LinkCost(0, 0), new LinkCost(2 * transfer, 0), 1, 1);
  }

  private static Allocation on(String first, String second) {
    return Allocation.of(
        Map.of(new NodeId(first), Size.workers(1), new NodeId(second), Size.workers(1)));
  }
}
