package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Speed;
import dev.ductile.policies.fair.MaxMin;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.placements.Spread;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** With a million tiny workers, the questions of a policy in one decision stay bounded. */
final class EffortTest {
  private static final long MOST_QUESTIONS = 100_000;
  private static final int MOST_STEPS_OF_A_JOB = 10_000;
  private static final long MOST_STEPS = 2_000_000;
  private static final Nodes NODES = Nodes.uniform(50, Resources.of(Resources.CPU, 64));
  private static final Demand TINY = Demand.perWorker(Resources.of(Resources.CPU, 0.001));

  @Test
  void noPolicyAsksForAMillionSpeedsOrPlaces() {
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      var asked = new AtomicLong();
      Sketch sketch = tiny(asked);
      Placement counting =
          (job, size, free) -> {
            asked.incrementAndGet();
            return new Consolidated().place(job, size, free);
          };
      policy(provider, counting).decide(sketch.picture());
      assertThat(asked).as(provider.profile().name()).hasValueLessThan(MOST_QUESTIONS);
    }
  }

  /** Of a few thousand tasks, spreading places one at a time; of more, several at once. */
  @Test
  void noPolicySpreadsMillionsOfTasksOneByOne() {
    Placement spread = new Spread().create();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      var steps = new AtomicLong();
      Placement counting =
          (job, size, free) -> {
            steps.addAndGet(Math.min(size.tasks(), MOST_STEPS_OF_A_JOB));
            return spread.place(job, size, free);
          };
      policy(provider, counting).decide(tiny(new AtomicLong()).picture());
      assertThat(steps).as(provider.profile().name()).hasValueLessThan(MOST_STEPS);
    }
  }

  @Test
  void sharesOfHugeJobsAreEqualWithinTheirStepsAndAFigureReportsIt() {
    Plan plan = tiny(new AtomicLong()).plan(Sketch.policy(new MaxMin()));
    assertThat(plan.figures()).extracting(Figure::name).containsExactly("largeSteps");
    double all = 0;
    for (Grant grant : plan.grants()) {
      int workers = grant.allocation().workers();
      assertThat(workers).isBetween(780_000, 820_000);
      all += workers;
    }
    assertThat(all).isBetween(3_150_000.0, 3_200_000.0);
  }

  @Test
  void aMillionTasksAreSpreadAsEvenlyAsSingleTasks() {
    Job job = tiny(new AtomicLong()).job(spec("a", 1_000_000));
    var place = new Spread().create().place(job, job.spec().asked(), NODES.allFree());
    assertThat(place.orElseThrow().shares())
        .hasSize(50)
        .allSatisfy(share -> assertThat(share.size().workers()).isBetween(19_700, 20_300));
  }

  private static Sketch tiny(AtomicLong asked) {
    var sketch = new Sketch(NODES);
    Speed speed =
        where -> {
          asked.incrementAndGet();
          return where.workers() / (1 + 1e-6 * where.workers());
        };
    for (int arrival = 0; arrival < 4; arrival++) {
      JobSpec spec = Sketch.spec("job-" + arrival, TINY, Bounds.workers(1, Range.LIMIT), 1e9);
      sketch.add(Job.submitted(spec, arrival, Sketch.NOW, speed, Duration.ofSeconds(30)));
    }
    return sketch;
  }

  private static JobSpec spec(String name, int workers) {
    return Sketch.spec(name, TINY, Bounds.workers(workers, workers), 100);
  }

  private static <S extends Record> Policy policy(PolicyProvider<S> provider, Placement placement) {
    return provider.create(
        provider.defaults(), PolicyContext.of(placement, new Seed(1).child("policy")));
  }
}
