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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anybody may be killed at any moment, also in the middle of a change. */
@Tag("process")
class HotChaosTest {
  private static final int BLOWS = 12;
  private static final int STEPS = 200;

  @TempDir Path root;
  private final Map<String, Integer> kills = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void a_hot_job_survives_orders_and_deaths(long seed) throws IOException, InterruptedException {
    var random = new Random(seed);
    try (var stage = new Stage(root)) {
      JobSpec calm = Stage.trainer("calm", "--steps", Integer.toString(STEPS));
      JobSpec job =
          Stage.withServers(
              Stage.hotTrainer("job", "--steps", Integer.toString(STEPS), "--step-millis", "60"));
      stage.apply(job, any(random));
      stage.await(Event.Running.class);
      for (int i = 0; i < BLOWS; i++) {
        if (random.nextBoolean()) {
          stage.apply(job, any(random));
        } else {
          killOne(job, random);
        }
        letTimePass(stage, Duration.ofMillis(random.nextInt(600)));
      }
      Allocation last = any(random);
      stage.apply(job, last);
      stage.await(Event.Finished.class);
      stage.apply(calm, Stage.on(Stage.FIRST, 1));
      stage.await(Event.Finished.class);

      String story = "seed %d: %s".formatted(seed, stage.story());
      assertThat(stage.told(Event.Crashed.class)).as(story).isEmpty();
      SortedMap<Double, Double> right = Curves.of(stage.log(calm, 1, "worker", 0));
      SortedMap<Double, Double> ours = Curves.of(stage.log(job, 1, "master", 0));
      assertThat(ours.lastKey()).isEqualTo(STEPS);
      ours.forEach((step, loss) ->
          assertThat(loss)
              .as("seed %d, step %s", seed, step)
              .isCloseTo(right.getOrDefault(step, Double.NaN), within(1e-9)));
    }
  }

  /** Twice each at most: whoever dies three times in a row takes the job with him, rightly. */
  private void killOne(JobSpec job, Random random) throws IOException, InterruptedException {
    List<Long> all = Groups.of(new Folders(root).job(job.id()));
    if (!all.isEmpty()) {
      long victim = all.get(random.nextInt(all.size()));
      if (kills.merge(Groups.name(victim), 1, Integer::sum) <= 2) {
        new ProcessBuilder("kill", "-KILL", Long.toString(victim)).start().waitFor();
      }
    }
  }

  private static Allocation any(Random random) {
    NodeId one = random.nextBoolean() ? Stage.FIRST : Stage.SECOND;
    NodeId other = one.equals(Stage.FIRST) ? Stage.SECOND : Stage.FIRST;
    return Allocation.of(
        Map.of(one, new Size(1 + random.nextInt(2), 1), other, new Size(random.nextInt(2), 0)));
  }

  private static void letTimePass(Stage stage, Duration duration) {
    Instant end = stage.engine.instant().plus(duration);
    while (stage.engine.instant().isBefore(end)) {
      stage.engine.sleepUntil(end);
      stage.events.addAll(stage.engine.poll());
    }
  }
}
