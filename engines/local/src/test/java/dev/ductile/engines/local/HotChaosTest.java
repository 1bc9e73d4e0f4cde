package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.engines.supervision.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any task may be killed at any moment, also in the middle of a change. */
@Tag("process")
class HotChaosTest {
  /** Processes train for seconds on each, so that few are tried. */
  private static final int SEEDS = Math.min(10, Integer.getInteger("ductile.seedFactor", 1));

  private static final int BLOWS = 12;
  private static final int STEPS = 200;

  @TempDir Path root;
  private final Map<String, Integer> kills = new HashMap<>();

  @ParameterizedTest
  @MethodSource("seeds")
  void aHotJobSurvivesRandomOrdersAndKills(long seed) throws IOException, InterruptedException {
    var random = new Random(seed);
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec calm = EngineUnderTest.trainer("calm", "--steps", Integer.toString(STEPS));
      JobSpec job =
          EngineUnderTest.withServers(
              EngineUnderTest.hotTrainer(
                  "job", "--steps", Integer.toString(STEPS), "--step-millis", "60"));
      fixture.apply(job, any(random));
      fixture.await(Event.Running.class);
      for (int i = 0; i < BLOWS; i++) {
        if (random.nextBoolean()) {
          fixture.apply(job, any(random));
        } else {
          killOne(job, random);
        }
        letTimePass(fixture, Duration.ofMillis(random.nextInt(600)));
      }
      Allocation last = any(random);
      fixture.apply(job, last);
      fixture.await(Event.Finished.class);
      fixture.apply(calm, EngineUnderTest.on(EngineUnderTest.FIRST, 1));
      fixture.await(Event.Finished.class);

      String story = "seed %d: %s".formatted(seed, fixture.story());
      assertThat(fixture.reported(Event.Crashed.class)).as(story).isEmpty();
      SortedMap<Double, Double> right = TrainingCurves.of(fixture.log(calm, 1, "worker", 0));
      SortedMap<Double, Double> ours = TrainingCurves.of(fixture.log(job, 1, "master", 0));
      assertThat(ours.lastKey()).isEqualTo(STEPS);
      ours.forEach((step, loss) ->
          assertThat(loss)
              .as("seed %d, step %s", seed, step)
              .isCloseTo(right.getOrDefault(step, Double.NaN), within(1e-9)));
    }
  }

  private static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  /** Twice each at most: a task that dies three times in a row ends the job. */
  private void killOne(JobSpec job, Random random) throws IOException, InterruptedException {
    List<Long> all = ProcessGroups.of(new Folders(root).job(job.id()));
    if (!all.isEmpty()) {
      long victim = all.get(random.nextInt(all.size()));
      if (kills.merge(ProcessGroups.name(victim), 1, Integer::sum) <= 2) {
        new ProcessBuilder("kill", "-KILL", Long.toString(victim)).start().waitFor();
      }
    }
  }

  private static Allocation any(Random random) {
    NodeId one = random.nextBoolean() ? EngineUnderTest.FIRST : EngineUnderTest.SECOND;
    NodeId other =
        one.equals(EngineUnderTest.FIRST) ? EngineUnderTest.SECOND : EngineUnderTest.FIRST;
    return Allocation.of(
        Map.of(one, new Size(1 + random.nextInt(2), 1), other, new Size(random.nextInt(2), 0)));
  }

  private static void letTimePass(EngineUnderTest fixture, Duration duration) {
    Instant end = fixture.engine.instant().plus(duration);
    while (fixture.engine.instant().isBefore(end)) {
      fixture.engine.sleepUntil(end);
      fixture.events.addAll(fixture.engine.poll());
    }
  }
}
