package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two queues whose jobs have workers of one GPU hold the node, and jobs of a third queue wait for
 * workers of other sizes.
 */
class OtherTasksTest extends SharedNode {
  private static final long SEEDS = 300L * Integer.getInteger("ductile.seedFactor", 1);

  /** The shares are 3.1, 1.4 and 5.5. */
  @Test
  void whatOthersHoldBeyondTheirSharesIsNotRoundedUp() {
    queues = queues(31, 14, 55);
    elastic("a", "blue", 8);
    elastic("b", "green", 2);
    waiting("two", 2);
    waiting("three", 3);

    assertThat(gpus())
        .containsEntry("two", 1)
        .containsEntry("three", 1)
        .containsEntry("a", 3)
        .containsEntry("b", 2);
  }

  /** The shares are 3.1, 1.4 and 5.5. */
  @Test
  void serversCountAsTasks() {
    queues = queues(31, 14, 55);
    elastic("a", "blue", 8);
    elastic("b", "green", 2);
    var demand = new Demand(Resources.gpus(1), Resources.gpus(1), Resources.NONE);
    add(
        "trained",
        "purple",
        0,
        spec ->
            JobSpec.of(spec.id(), demand, Bounds.rigid(new Size(3, 2)), spec.work())
                .withQueue("purple", 0));

    assertThat(gpus()).containsEntry("trained", 3).containsEntry("a", 3).containsEntry("b", 2);
  }

  /** The shares are 3.1, 0.3 and 6.6. */
  @Test
  void aQueueLosesItsLastTaskOnlyIfOthersDoNotGiveEnough() {
    queues = queues(31, 3, 66);
    elastic("a", "blue", 9);
    elastic("b", "green", 1);
    waiting("two", 2);
    waiting("three", 3);

    assertThat(gpus()).containsEntry("a", 4).containsEntry("b", 1);
  }

  @Test
  @Tag("seeds")
  void jobsWithinTheShareOfTheirQueueStart() {
    for (long seed = 0; seed < SEEDS; seed++) {
      jobs.clear();
      jobsWithinTheShareOfTheirQueueStart("seed " + seed, new Seed(seed).stream("other tasks"));
    }
  }

  private void jobsWithinTheShareOfTheirQueueStart(String story, RandomGenerator random) {
    int blue = 1 + random.nextInt(99);
    int green = 1 + random.nextInt(99);
    int purple = 1 + random.nextInt(198);
    int held = 1 + random.nextInt(9);
    int one = 1 + random.nextInt(4);
    int other = 1 + random.nextInt(4);
    queues = queues(blue, green, purple);
    elastic("a", "blue", held);
    elastic("b", "green", 10 - held);
    waiting("one", one);
    waiting("other", other);

    double share = 10.0 * purple / (blue + green + purple);
    if (one + other <= share) {
      assertThat(gpus()).as(story).containsKeys("one", "other");
    } else if (Math.min(one, other) <= share) {
      assertThat(gpus().keySet()).as(story).containsAnyOf("one", "other");
    }
  }

  private static List<Queue> queues(int blue, int green, int purple) {
    return List.of(
        Queue.sharing("blue", Sharing.weight(blue)),
        Queue.sharing("green", Sharing.weight(green)),
        Queue.sharing("purple", Sharing.weight(purple)));
  }

  private void waiting(String name, int gpus) {
    add(
        name,
        "purple",
        0,
        spec -> spec.withDemand(Demand.perWorker(Resources.gpus(gpus))).fixedAt(Size.workers(1)));
  }
}
