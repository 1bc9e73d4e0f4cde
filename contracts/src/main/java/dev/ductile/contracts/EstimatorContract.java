package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimator;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.laws.OddJobs;
import dev.ductile.laws.RandomDraws;
import dev.ductile.laws.RandomJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The laws of every estimator, for random jobs, sizes and measurements. A failure shows its seed.
 * {@code -Dductile.seedFactor=100} tries a hundred times as many.
 */
@Tag("contract")
public abstract class EstimatorContract {
  private static final int SEEDS = 40 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MEASUREMENTS = 25;
  private static final NodeId NODE = new NodeId("node-0");

  /** An estimator without measurements. */
  protected abstract Estimator estimator();

  /** Makes the speeds of the estimator's specs. */
  protected abstract Speeds speeds();

  @Test
  void anEstimateThatThePictureShowsIsNotMadeAgain() {
    forAllSeeds((seed, story) -> {
      for (int i = 0; i < MEASUREMENTS; i++) {
        Job job = story.measure();
        Optional<SpeedSpec> estimate = story.estimator.estimate(job);
        assertThat(story.estimator.estimate(job)).as("seed %d", seed).isEqualTo(estimate);
        estimate.ifPresent(story::learn);
        assertThat(story.estimator.estimate(story.job())).as("seed %d", seed).isEmpty();
      }
    });
  }

  @Test
  void anEstimatedSpeedIsFiniteAndAboveZeroAtMeasuredSizes() {
    forAllSeeds((seed, story) -> {
      for (int i = 0; i < MEASUREMENTS; i++) {
        Job job = story.measure();
        story.estimator.estimate(job).ifPresent(story::learn);
        if (!story.job().speedSpec().equals(job.speedSpec())) {
          double learned = story.job().speed().stepsPerSecond(job.allocation());
          assertThat(learned).as("seed %d", seed).isPositive().isFinite();
        }
      }
    });
  }

  /** Like a restarted scheduler: it folds the journal, which contains the estimates. */
  @Test
  void measurementsRestoreTheMemoryOfAnEstimatorThatIsNotAsked() {
    forAllSeeds((seed, story) -> {
      Estimator restored = estimator();
      for (int i = 0; i < MEASUREMENTS; i++) {
        Job job = story.measure();
        restored.measured(job, story.stepsPerSecond);
        story.estimator.estimate(job).ifPresent(story::learn);
      }
      for (Job job : story.jobs) {
        Job unknown = job.with(SpeedSpec.UNKNOWN, Speed.UNKNOWN);
        assertThat(restored.estimate(unknown))
            .as("seed %d", seed)
            .isEqualTo(story.estimator.estimate(unknown));
      }
    });
  }

  @Test
  void aJobThatIsForgottenIsUnknown() {
    forAllSeeds((seed, story) -> {
      for (int i = 0; i < MEASUREMENTS; i++) {
        Job job = story.measure();
        story.estimator.forget(job.id());
        assertThat(story.estimator.estimate(job)).as("seed %d", seed).isEmpty();
      }
    });
  }

  private void forAllSeeds(BiConsumer<Integer, Story> law) {
    for (int seed = 0; seed < SEEDS; seed++) {
      law.accept(seed, new Story(seed));
    }
  }

  /** Jobs that are measured in turn, at changing sizes, by an estimator. */
  private final class Story {
    final Estimator estimator = estimator();
    final List<Job> jobs = new ArrayList<>();
    double stepsPerSecond;
    private final RandomDraws draws;
    private int last;

    Story(int seed) {
      draws = new RandomDraws(new Seed(seed).stream("measurements"));
      var plain = new RandomJobs(draws, Duration.ZERO, Optional.empty());
      var odd = new OddJobs(draws, List.of(Resources.gpus(8)), Optional.empty());
      for (int i = 0; i < 3; i++) {
        Job job =
            draws.oneIn(2)
                ? plain.next(i, Instant.EPOCH)
                : odd.next(i, Instant.EPOCH, Duration.ZERO);
        jobs.add(at(job, job.spec().asked()));
      }
    }

    /** The job of the last measurement, as in the picture. */
    Job job() {
      return jobs.get(last);
    }

    Job measure() {
      last = draws.between(0, jobs.size() - 1);
      if (draws.oneIn(3)) {
        Size size = new Size(draws.between(1, 20), draws.between(1, 4));
        jobs.set(last, at(job(), job().spec().bounds().atMost(size)));
      }
      stepsPerSecond =
          draws.oneIn(15)
              ? draws.of(List.of(Double.MIN_VALUE, 1e-200, 1e-12, 1e12, 1e200, Double.MAX_VALUE))
              : Math.pow(job().allocation().workers(), 0.7) * draws.between(0.9, 1.1);
      estimator.measured(job(), stepsPerSecond);
      return job();
    }

    void learn(SpeedSpec speed) {
      jobs.set(last, job().with(speed, speeds().speed(speed)));
    }

    private Job at(Job job, Size size) {
      return job.withAllocation(
          Allocation.on(NODE, size), JobState.RUNNING, Progress.none(Instant.EPOCH), Instant.EPOCH);
    }
  }
}
