package dev.ductile.simulator.lookahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.history.Run;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LookaheadTest {
  private static final Choice LOOKAHEAD =
      Choice.named(Lookahead.NAME)
          .with("base", "max-min")
          .with("others", "[srtf, marginal urgency=0.5]");

  private static final int SEEDS = 5 * Integer.getInteger("ductile.seedFactor", 1);

  /** A budget of 100 ms allows some hundred thousand tasks beside each first plan. */
  private static final long MOST_PLACED = 2_000_000;

  /**
   * Eight GPUs. The first job holds all of them and has 30 s to go; a change of its size would stop
   * it for a minute. The second has just come: 100 s on all eight, and it asks for two.
   *
   * <ul>
   *   <li>A policy that shares gives four to each, at once: the first job ends after 60 + 180 / 4 =
   *       105 s; by then the second has made 420 of 800 steps, stops for a minute to grow, and ends
   *       after 105 + 60 + 380 / 8 = 212.5 s. The mean is 158.75 s.
   *   <li>A policy that gives each job its request lets the first end after 30 s, and the second
   *       after 30 + 800 / 2 = 430 s: 230 s.
   *   <li>The best plan leaves the first alone, and then gives all to the second: 30 s and 130 s,
   *       80 s.
   * </ul>
   */
  private static Cluster nearlyDone() {
    Speed bending =
        where -> where.workers() <= 4 ? where.workers() : 4 + 0.5 * (where.workers() - 4);
    Instant now = Instant.ofEpochSecond(1000);
    var node = new NodeId("node-0");
    var all = Allocation.on(node, Size.workers(8));
    Job first =
        job("first", 0, 180, bending, 8)
            .withAllocation(all, JobState.RUNNING, new Progress(now, 0, 6, 0, 8), now);
    Job second = job("second", 1, 800, Allocation::workers, 2);
    return Cluster.of(now, Nodes.uniform(1, Resources.gpus(8)), List.of(first, second));
  }

  private static Job job(String name, int arrival, double steps, Speed speed, int asked) {
    var spec =
        JobSpec.of(
                new JobId(name),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 8),
                Work.steps(steps))
            .withRequest(Size.workers(asked));
    return Job.submitted(spec, arrival, Instant.ofEpochSecond(1000), speed, Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "sjf", "srtf", "srsf", "las", "fixed-size", "tetris"})
  void aPolicyOfRequestedSizesIsNotOptimal(String policy) {
    assertThat(mean(nearlyDone(), Days.policy(policy))).as(policy).isGreaterThan(125);
  }

  @ParameterizedTest
  @ValueSource(strings = {"max-min", "drf"})
  void aPolicyThatSharesIsNotOptimal(String policy) {
    assertThat(mean(nearlyDone(), Days.policy(policy))).as(policy).isCloseTo(158.75, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"max-min", "drf"})
  void lookaheadLeavesTheNearlyFinishedJobAlone(String base) {
    Cluster picture = nearlyDone();
    Policy lookahead = Days.policy(LOOKAHEAD.with("base", base).with("others", "[srtf]"));
    Plan plan = lookahead.decide(picture);

    assertThat(sizes(plan)).containsExactly(Map.entry("first", 8));
    assertThat(mean(picture, lookahead)).isCloseTo(80, within(1e-6));
    Job second = picture.jobs().at(1).orElseThrow();
    assertThat(plan.reasons().why(second).sentence())
        .isEqualTo(
            "waits, where %s has 4 on node-0; with the changes of %s's plan jobs end 1 min 19 s earlier in the mean than under %s"
                .formatted(base, base, base));
  }

  @Tag("seeds")
  @ParameterizedTest
  @ValueSource(strings = {"max-min", "drf", "marginal", "srtf", "las", "tiresias-l", "fifo"})
  void lookaheadIsNeverWorseThanItsBaseWithoutRandomEffects(String base) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Scenario day = Days.day(seed, 8, true, Noise.NONE);
      double theirs = mean(Days.run(day, Choice.named(base), Days.nobody()));
      double ours = mean(Days.run(day, LOOKAHEAD.with("base", base), Days.nobody()));
      assertThat(ours).as("over %s, seed %d", base, seed).isLessThanOrEqualTo(theirs + 1e-6);
    }
  }

  @Tag("seeds")
  @Test
  void lookaheadImprovesOnItsBaseInTheMean() {
    double theirs = 0;
    double ours = 0;
    for (long seed = 0; seed < 15; seed++) {
      Scenario day = Days.day(seed, 8, true, Noise.NONE);
      theirs += mean(Days.run(day, Choice.named("max-min"), Days.nobody()));
      ours += mean(Days.run(day, LOOKAHEAD, Days.nobody()));
    }
    assertThat(ours).isLessThan(0.95 * theirs);
  }

  @Test
  void aJobThatHasWhatTheBaseGivesItIsToldNoGain() {
    Cluster picture = nearlyDone();
    Job first = picture.jobs().at(0).orElseThrow();
    Plan base = Days.policy(LOOKAHEAD.with("base", "srtf").with("others", "[]")).decide(picture);
    assertThat(base.reasons().why(first).sentence())
        .isEqualTo(
            "first in the queue by remaining time: 30 s left; keeps 8 gpu, all on node-0, as srtf has it");
  }

  @Test
  void figuresNameTheEvaluatedPlans() {
    Plan plan = Days.policy(LOOKAHEAD).decide(nearlyDone());
    assertThat(plan.figures().get(1).meaning())
        .isEqualTo("seconds that a job is expected to take in the mean, under max-min");
    assertThat(plan.figures())
        .extracting(figure -> figure.name())
        .containsExactly("futures", "base", "chosen");
    assertThat(plan.figures().get(1).value()).isCloseTo(158.75, within(1e-6));
    assertThat(plan.figures().get(2).value()).isCloseTo(80, within(1e-6));
  }

  @Test
  void lookaheadRefusesItselfAsACandidate() {
    assertThatThrownBy(() -> Days.policy(LOOKAHEAD.with("base", "lookahead budget=1s")))
        .hasMessageContaining("cannot look ahead under itself");
    assertThatThrownBy(() -> Days.policy(LOOKAHEAD.with("base", "marginal urgent")))
        .hasMessageContaining("\"urgent\" in \"marginal urgent\" is not a setting");
  }

  private static double mean(Cluster picture, Policy policy) {
    return Rollout.of(picture).under(policy).ends().values().stream()
        .mapToDouble(end -> Progress.seconds(picture.now(), end))
        .average()
        .orElse(Double.NaN);
  }

  private static double mean(Run run) {
    return run.figures().averageCompletion();
  }

  private static Map<String, Integer> sizes(Plan plan) {
    var sizes = new TreeMap<String, Integer>();
    plan.grants()
        .forEach(grant -> sizes.put(grant.job().id().name(), grant.allocation().workers()));
    return sizes;
  }

  /** If a million tiny workers fit, placing them is counted, so fewer plans are evaluated. */
  @Test
  void theEffortOfPlacingManyTasksIsBounded() {
    Nodes nodes = Nodes.uniform(50, Resources.of(Resources.CPU, 64));
    Demand tiny = Demand.perWorker(Resources.of(Resources.CPU, 0.001));
    var jobs = new ArrayList<Job>();
    for (int arrival = 0; arrival < 4; arrival++) {
      var spec =
          JobSpec.of(
              new JobId("job-" + arrival), tiny, Bounds.workers(1, Range.LIMIT), Work.steps(1e9));
      Speed speed = where -> where.workers() / (1 + 1e-6 * where.workers());
      jobs.add(Job.submitted(spec, arrival, Instant.EPOCH, speed, Duration.ofSeconds(30)));
    }
    var placed = new AtomicLong();
    Placement spread = Days.CATALOG.placement(Choice.named("spread"));
    Placement counting =
        (job, size, free) -> {
          placed.addAndGet(Math.min(size.tasks(), 8192));
          return spread.place(job, size, free);
        };
    Days.CATALOG
        .policy(Choice.named(Lookahead.NAME), counting, new Seed(1).child("policy"))
        .decide(Cluster.of(Instant.EPOCH, nodes, jobs));
    assertThat(placed).hasValueLessThan(MOST_PLACED);
  }
}
