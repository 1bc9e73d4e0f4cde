package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Reason;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Stability;
import dev.ductile.contracts.EventStory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jobs that alternate are stopped, jobs that follow the cluster are not, and a restart forgets
 * nothing.
 */
@Tag("seeds")
final class CycleLawTest {
  private static final long SEEDS = 60L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int LENGTH = 200;
  private static final Instant START = Instant.EPOCH;
  private static final JobId JOB = new JobId("a");

  @Test
  void aPolicyThatAlternatesIsStoppedAtItsSecondReturn() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new Seed(seed).stream("cycle");
      var cycle = new Cycle(random, new RestingJobs(Stability.USUAL));
      int stopped = cycle.turnUntilUnsteady();
      String of = "seed %d, %s".formatted(seed, cycle.allocations);
      assertThat(stopped).as(of).isEqualTo(cycle.allocations.size() + 2);
      assertThat(cycle.unsteady().alternates()).as(of).isTrue();
      assertThat(cycle.unsteady().sentence())
          .as(of)
          .contains("alternates between", "came back 2 times");
    }
  }

  @Test
  void restsDoubleSoThatFewChangesFitIntoAnHour() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new Seed(seed).stream("cycle");
      var cycle = new Cycle(random, new RestingJobs(Stability.USUAL));
      int changes = 0;
      while (cycle.now.isBefore(START.plus(Duration.ofHours(1)))) {
        cycle.turn();
        changes++;
        if (cycle.resting.unsteady(cycle.now).stream()
            .anyMatch(job -> job.heldUntil().isAfter(cycle.now))) {
          cycle.now = cycle.unsteady().heldUntil();
        }
      }
      assertThat(changes).as("seed %d", seed).isLessThan(cycle.allocations.size() + 9);
    }
  }

  @Test
  void aJobThatOnlyGrowsOrThatFollowsArrivalsDoesNotAlternate() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new Seed(seed).stream("growth");
      var cycle = new Cycle(random, new RestingJobs(Stability.USUAL));
      for (int step = 0; step < LENGTH; step++) {
        cycle.resting.take(new Event.Resumed(cycle.now, new JobId("b")));
        cycle.turn();
        assertThat(cycle.resting.unsteady(cycle.now))
            .as("seed %d", seed)
            .noneMatch(UnsteadyJob::alternates);
      }
    }
  }

  @Test
  void afterARestartTheSameJobsRest() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> story = EventStory.of(seed, LENGTH);
      int handover = (int) (seed % LENGTH);
      var before = new RestingJobs(Stability.USUAL);
      story.subList(0, handover).forEach(before::take);
      var after = new RestingJobs(Stability.USUAL);
      after.restore(before.memory());
      for (Event event : story.subList(handover, LENGTH)) {
        before.take(event);
        after.take(event);
      }
      Instant end = story.getLast().at();
      assertThat(after.memory()).as("seed %d", seed).isEqualTo(before.memory());
      assertThat(after.unsteady(end)).as("seed %d", seed).isEqualTo(before.unsteady(end));
    }
  }

  @Test
  void otherLimitsJudgeThePastAsAfterARestart() {
    var limits =
        new Stability(
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(30),
            0.02,
            1,
            Duration.ofMinutes(1),
            Duration.ofHours(2));
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> story = EventStory.of(seed, LENGTH);
      int change = (int) (seed % LENGTH);
      var live = new RestingJobs(Stability.USUAL);
      story.subList(0, change).forEach(live::take);
      var restarted = new RestingJobs(limits);
      restarted.restore(live.memory());
      live.change(limits);
      for (Event event : story.subList(change, LENGTH)) {
        live.take(event);
        restarted.take(event);
      }
      Instant end = story.getLast().at();
      assertThat(live.memory()).as("seed %d", seed).isEqualTo(restarted.memory());
      assertThat(live.unsteady(end)).as("seed %d", seed).isEqualTo(restarted.unsteady(end));
    }
  }

  @Test
  void equalSizesAreNamedWithTheirNodes() {
    var resting = new RestingJobs(Stability.USUAL);
    var cycle = new Cycle(List.of(on("one", 2), on("two", 2)), resting, new Seed(1).stream("time"));
    cycle.turnUntilUnsteady();
    assertThat(cycle.unsteady().sentence())
        .startsWith(
            "job a alternates between 2 on one and 2 on two: it came back 2 times since 1970-01-01T00:0")
        .contains("; it stays at 2 workers until 1970-01-01T00:0");
    assertThat(Reason.Kind.ALTERNATING.isOfGrant()).isFalse();
  }

  private static Allocation on(String node, int workers) {
    return Allocation.on(new NodeId(node), Size.workers(workers));
  }

  /** A policy that gives a job the same allocations in turn. */
  private static final class Cycle {
    private final List<Allocation> allocations;
    private final RestingJobs resting;
    private final RandomGenerator random;
    private Allocation at = Allocation.NONE;
    private Instant now = START;
    private int turns;

    Cycle(List<Allocation> allocations, RestingJobs resting, RandomGenerator random) {
      this.allocations = allocations;
      this.resting = resting;
      this.random = random;
    }

    /** Two or three allocations, of which one may be none. */
    Cycle(RandomGenerator random, RestingJobs resting) {
      this(drawn(random), resting, random);
    }

    private static List<Allocation> drawn(RandomGenerator random) {
      var drawn = new ArrayList<Allocation>();
      int length = random.nextInt(2, 4);
      for (int index = 0; index < length; index++) {
        boolean isNone = index == 1 && random.nextInt(4) == 0;
        drawn.add(isNone ? Allocation.NONE : on("node-" + index, 1 + index));
      }
      return drawn;
    }

    void turn() {
      Allocation next = allocations.get(turns % allocations.size());
      turns++;
      now = now.plusSeconds(random.nextInt(1, 20));
      resting.take(new Event.Allocated(now, JOB, turns, at, next));
      resting.take(new Event.Progressed(now, JOB, turns, turns, 1));
      at = next;
    }

    int turnUntilUnsteady() {
      while (resting.unsteady(now).isEmpty() && turns < LENGTH) {
        turn();
      }
      return turns;
    }

    UnsteadyJob unsteady() {
      return resting.unsteady(now).getFirst();
    }
  }
}
