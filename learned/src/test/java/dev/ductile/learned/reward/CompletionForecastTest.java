package dev.ductile.learned.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs of 1000 steps, in 100 seconds that are two slots. */
class CompletionForecastTest {
  private static final Instant START = Instant.EPOCH.plusSeconds(500);
  private static final Instant END = START.plusSeconds(100);
  private static final CompletionForecast FORECAST = new CompletionForecast(Duration.ofSeconds(50));

  /** 200 steps in two slots: 1000 steps take ten. */
  @Test
  void aJobIsExpectedToKeepItsSpeed() {
    assertThat(reward(0, 2)).isCloseTo(-Math.cbrt(10), within(1e-9));
  }

  /** 200 steps in two slots: the last 400 of 1000 steps take four. */
  @Test
  void doneStepsDoNotCount() {
    assertThat(reward(600, 2)).isCloseTo(-Math.cbrt(4), within(1e-9));
  }

  @Test
  void aJobThatFinishesHasTheTimeThatItTook() {
    Job job = job(0, 850, 2);
    var passed =
        new Reward.PassedSlot(
            cluster(START, job), cluster(END), Map.of(job.id(), START.plusSeconds(75)));

    assertThat(FORECAST.byJob(passed)).containsExactly(Map.entry(job.id(), -Math.cbrt(1.5)));
  }

  @Test
  void aJobWithoutProgressEndsAfterTheMostSlots() {
    assertThat(reward(0, 0)).isEqualTo(-Math.cbrt(1000));
    assertThat(reward(0, 0.001)).as("almost without progress").isEqualTo(-Math.cbrt(1000));
  }

  @Test
  void aJobThatArrivesHasNoReward() {
    Job job = job(0, 0, 2);
    var passed =
        new Reward.PassedSlot(cluster(START, job), cluster(END, job, job(1, 0, 4)), Map.of());

    assertThat(FORECAST.byJob(passed)).containsOnlyKeys(job.id());
  }

  @Test
  void aJobThatIsStoppedHasNoReward() {
    Job job = job(0, 0, 2);
    Job stopped = job(1, 0, 4);
    var passed = new Reward.PassedSlot(cluster(START, job, stopped), cluster(END, job), Map.of());

    assertThat(FORECAST.byJob(passed)).containsOnlyKeys(job.id());
  }

  /** An episode ends at the instant of its last decision. */
  @Test
  void aSlotWithoutTimeHasFiniteRewards() {
    Job job = job(0, 0, 2);
    Cluster cluster = cluster(START, job);

    assertThat(FORECAST.byJob(new Reward.PassedSlot(cluster, cluster, Map.of())))
        .containsExactly(Map.entry(job.id(), -Math.cbrt(1000)));
    assertThat(FORECAST.byJob(new Reward.PassedSlot(cluster, cluster(START), Map.of()))).isEmpty();
  }

  @Test
  void aSlotWithoutLengthIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new CompletionForecast(Duration.ZERO));
  }

  /** The reward of a job with these steps at the start. */
  private static double reward(double done, double stepsPerSecond) {
    Job job = job(0, done, stepsPerSecond);
    var passed = new Reward.PassedSlot(cluster(START, job), cluster(END, job), Map.of());
    return FORECAST.byJob(passed).getOrDefault(job.id(), Double.NaN);
  }

  private static Job job(int arrival, double done, double stepsPerSecond) {
    JobSpec spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 8),
            Work.steps(1000));
    return Job.submitted(
            spec, arrival, Instant.EPOCH, where -> where.size().workers(), Duration.ZERO)
        .with(new Progress(START, done, stepsPerSecond, 0, 1));
  }

  private static Cluster cluster(Instant now, Job... jobs) {
    return Cluster.of(now, Nodes.uniform(1, Resources.gpus(8)), List.of(jobs));
  }
}
