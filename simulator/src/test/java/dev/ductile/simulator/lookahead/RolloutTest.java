package dev.ductile.simulator.lookahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Cluster;
import dev.ductile.api.Progress;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Scenario;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rollout predicts the rest of a run without random effects. */
final class RolloutTest {
  private static final int JOBS = 12;
  private static final long SEEDS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "srtf", "las", "tiresias-l", "drf", "max-min", "tetris"})
  void aRolloutOfEveryPictureEndsAtTheTimesOfTheRun(String policy) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Scenario day = Days.day(seed, JOBS, false, Noise.NONE);
      var camera = new Days.Camera(JOBS);
      Map<String, Double> truly = ends(Days.run(day, Choice.named(policy), camera));
      for (Cluster picture : camera.pictures) {
        assertPredicted(picture, policy, truly, "seed " + seed + " at " + picture.now());
      }
    }
  }

  private static void assertPredicted(
      Cluster picture, String policy, Map<String, Double> truly, String when) {
    Trajectory trajectory = Rollout.of(picture).under(Days.policy(policy));
    assertThat(trajectory.isOver()).as(when).isTrue();
    assertThat(trajectory.ends()).as(when).hasSameSizeAs(picture.jobs());
    trajectory
        .ends()
        .forEach((job, end) ->
            assertThat(Progress.seconds(Instant.EPOCH, end))
                .as("%s, %s", job, when)
                .isCloseTo(truly.getOrDefault(job.name(), -1.0), within(1e-6)));
  }

  private static Map<String, Double> ends(Run run) {
    var ends = new HashMap<String, Double>();
    for (Outcome outcome : run.outcomes()) {
      ends.put(outcome.job(), outcome.ended());
    }
    return ends;
  }
}
