package dev.ductile.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An hour of a cluster of 40 GPUs that is shared 70:30 by queues with elastic jobs. */
class SharedHourTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int GPUS = 40;

  @TempDir private Path folder;

  private final Catalog catalog = Catalog.installed();

  @ParameterizedTest
  @ValueSource(strings = {"marginal", "max-min", "optimus"})
  void busyQueuesHoldTheirSharesWithinTwoPoints(String policy) throws IOException {
    requireShares(policy, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"marginal", "max-min", "optimus"})
  void theyDoSoUnderTheLimitsOfChangesOfAServer(String policy) throws IOException {
    requireShares(policy, "stability: {}\n");
  }

  private void requireShares(String policy, String limits) throws IOException {
    for (long seed = 1; seed <= 3; seed++) {
      Shares shares = run(policy, workload(seed, 0) + limits);

      double all = shares.of("research") + shares.of("teaching");
      assertThat(100 * shares.of("research") / all)
          .as("percent of research under %s, seed %d", policy, seed)
          .isCloseTo(70, within(2.0));
      assertThat(all / GPUS / HOUR.toSeconds())
          .as("use of the cluster under %s, seed %d", policy, seed)
          .isGreaterThan(0.95);
    }
  }

  @Test
  void pastUseThatDecaysLeadsToTheSameShares() throws IOException {
    Shares shares =
        run(
            "max-min",
            workload(1, 0)
                .replace("weight: 70", "weight: 70, halfLife: 10m")
                .replace("weight: 30", "weight: 30, halfLife: 10m"));

    double all = shares.of("research") + shares.of("teaching");
    assertThat(100 * shares.of("research") / all).isCloseTo(70, within(2.0));
  }

  @Test
  void aQueueThatWasIdleGetsMoreWhileItsPastUseIsSmall() throws IOException {
    Shares counted =
        run(
            "max-min",
            workload(1, 1800)
                .replace("weight: 70", "weight: 70, halfLife: 20m")
                .replace("weight: 30", "weight: 30, halfLife: 20m"));
    Shares uncounted = run("max-min", workload(1, 1800));

    assertThat(counted.of("teaching")).isGreaterThan(uncounted.of("teaching") * 1.1);
  }

  @Test
  void aBorrowedShareIsBackInTheDecisionThatFollowsTheArrival() throws IOException {
    Shares shares = run("max-min", workload(1, 1800));

    assertThat(shares.before.get("research")).isEqualTo(GPUS);
    assertThat(shares.after.get("teaching")).isEqualTo(12);
    assertThat(shares.after.get("research")).isEqualTo(28);
  }

  /** The job of research borrows all GPUs, and changes its size 40 times in the hour. */
  @Test
  void aQueueHasItsShareAtOnceHoweverOftenItHasLentIt() throws IOException {
    var workload =
        new StringBuilder(
            """
            cluster: {nodes: [{count: 5, resources: {gpu: 8}}]}
            policies: [POLICY]
            rescale: {start: 3s, checkpoint: 10s, hot: 1s}
            limits: {horizon: 1h}
            stability: {}
            queues:
              - {name: research, weight: 70}
              - {name: teaching, weight: 30}
            workload:
              jobs:
                - {id: long, queue: research, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 40}},
                   work: {total: 1000000}, mechanism: checkpoint, speed: {model: linear, stepsPerSecond: 1, exponent: 0.8}}
            """);
    for (int job = 0; job < 20; job++) {
      workload.append(
          """
              - {id: short-%d, arrived: %d, queue: teaching, worker: {gpu: 1},
                 bounds: {workers: {min: 12, max: 12}}, work: {total: 200},
                 speed: {model: linear, stepsPerSecond: 1, exponent: 0.8}}
          """
              .formatted(job, 100 + 150 * job));
    }

    Shares shares = run("max-min", workload.toString());

    assertThat(shares.longestWait).isZero();
    assertThat(shares.starts).isEqualTo(21);
  }

  private Shares run(String policy, String workload) throws IOException {
    Path file = Files.writeString(folder.resolve("hour.yaml"), workload.replace("POLICY", policy));
    Scenario scenario = ScenarioFile.read(file, catalog);
    var shares = new Shares();
    new Simulation(scenario, catalog).run(Choice.named(policy), 1, 1, false, shares);
    return shares;
  }

  private static String workload(long seed, int teachingFrom) {
    RandomGenerator random = new Seed(seed).stream("hour");
    var text =
        new StringBuilder(
            """
            cluster: {nodes: [{count: 5, resources: {gpu: 8}}]}
            policies: [POLICY]
            rescale: {start: 3s, checkpoint: 10s, hot: 1s}
            limits: {horizon: 1h}
            queues:
              - {name: research, weight: 70}
              - {name: teaching, weight: 30}
            workload:
              jobs:
            """);
    for (int job = 0; job < 160; job++) {
      boolean isTeaching = job % 2 == 1;
      int arrived = Math.max(job < 16 ? 0 : job * 20, isTeaching ? teachingFrom : 0);
      text.append(
          """
              - {id: job-%d, arrived: %d, queue: %s, worker: {gpu: 1},
                 bounds: {workers: {min: 1, max: %d}}, work: {total: %d},
                 mechanism: %s, speed: {model: linear, stepsPerSecond: 1, exponent: 0.8}}
          """
              .formatted(
                  job,
                  arrived,
                  isTeaching ? "teaching" : "research",
                  random.nextInt(4, 17),
                  random.nextInt(600, 4000),
                  random.nextBoolean() ? "hot" : "checkpoint"));
    }
    return text.toString();
  }

  /** The GPU-seconds that each queue holds, and the GPUs before and after the first late job. */
  private static final class Shares implements SchedulerObserver {
    private final Map<String, Double> gpuSeconds = new HashMap<>();
    private Map<String, Integer> held = Map.of();
    private Map<String, Integer> before = Map.of();
    private Map<String, Integer> after = Map.of();
    private Instant since = Instant.EPOCH;
    private Instant start = Instant.MAX;
    private boolean isLate;
    private final Map<JobId, Instant> waiting = new HashMap<>();
    private Duration longestWait = Duration.ZERO;
    private int starts;

    double of(String queue) {
      return gpuSeconds.getOrDefault(queue, 0.0);
    }

    @Override
    public void happened(Event event) {
      start = event.at().isBefore(start) ? event.at() : start;
      if (event instanceof Event.Submitted submitted) {
        waiting.put(submitted.job(), submitted.at());
      }
      if (event instanceof Event.Allocated change && waiting.containsKey(change.job())) {
        Duration waited = Duration.between(waiting.remove(change.job()), change.at());
        longestWait = waited.compareTo(longestWait) > 0 ? waited : longestWait;
        starts++;
      }
      isLate |=
          event instanceof Event.Submitted submitted
              && submitted.spec().queue().equals("teaching")
              && before.isEmpty()
              && submitted.at().isAfter(start);
    }

    @Override
    public void decided(Cluster cluster, Plan plan) {
      double seconds = held.isEmpty() ? 0 : Duration.between(since, cluster.now()).toMillis() / 1e3;
      held.forEach((queue, gpus) -> gpuSeconds.merge(queue, gpus * seconds, Double::sum));
      Map<JobId, Integer> granted = new HashMap<>();
      plan.grants().forEach(one -> granted.put(one.job().id(), one.allocation().workers()));
      Map<String, Integer> now = new HashMap<>();
      for (Job job : cluster.jobs()) {
        now.merge(job.spec().queue(), granted.getOrDefault(job.id(), 0), Integer::sum);
      }
      if (isLate && before.isEmpty()) {
        before = held;
        after = now;
      }
      held = now;
      since = cluster.now();
    }
  }
}
