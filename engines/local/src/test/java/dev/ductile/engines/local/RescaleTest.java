package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.SECOND;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class RescaleTest {
  @TempDir Path root;

  /**
   * The law: every step is done once and in order, and its loss is that of a run without a rescale,
   * up to the rounding of sums in another order. So the curve has no jump anywhere.
   */
  @Test
  void aRescaleDoesNotChangeTheLossCurve() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec calm = EngineUnderTest.trainer("calm", "--steps", "160");
      JobSpec moved = EngineUnderTest.trainer("moved", "--steps", "160", "--step-millis", "24");
      fixture.apply(calm, on(SECOND, 1));
      fixture.apply(moved, on(FIRST, 1));
      awaitStep(fixture, moved, 10);
      fixture.apply(moved, on(FIRST, 3));
      awaitStep(fixture, moved, 40);
      fixture.apply(moved, Allocation.of(Map.of(FIRST, Size.workers(1), SECOND, Size.workers(1))));
      fixture.await(Event.Finished.class, event -> event.job().equals(moved.id()));

      List<String> lines = fixture.log(moved, 1, "worker", 0);
      lines.addAll(fixture.log(moved, 2, "worker", 0));
      lines.addAll(fixture.log(moved, 3, "worker", 0));
      assertThat(TrainingCurves.of(lines)).hasSize(160).hasSize(lines.size());
      TrainingCurves.assertSame(
          TrainingCurves.of(lines), TrainingCurves.of(fixture.log(calm, 1, "worker", 0)));
      assertThat(fixture.reported(Event.Rescaled.class))
          .extracting(Event.Rescaled::from, Event.Rescaled::to)
          .containsExactly(
              tuple(Size.workers(1), Size.workers(3)), tuple(Size.workers(3), Size.workers(2)));
      assertThat(fixture.reported(Event.Rescaled.class))
          .allMatch(event -> event.pause().compareTo(Duration.ZERO) > 0)
          .allMatch(event -> event.pause().compareTo(Duration.ofSeconds(10)) < 0);
    }
  }

  @Test
  void serversJoinAndLeaveWithoutAJumpOfTheLoss() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec calm = EngineUnderTest.trainer("calm", "--steps", "100");
      JobSpec moved =
          EngineUnderTest.withServers(
              EngineUnderTest.trainer("moved", "--steps", "100", "--step-millis", "20"));
      fixture.apply(calm, on(SECOND, 1));
      fixture.apply(moved, Allocation.on(FIRST, new Size(2, 1)));
      awaitStep(fixture, moved, 10);
      fixture.apply(moved, Allocation.of(Map.of(FIRST, new Size(1, 1), SECOND, new Size(0, 1))));
      fixture.await(Event.Finished.class, event -> event.job().equals(moved.id()));

      List<String> lines = fixture.log(moved, 1, "worker", 0);
      lines.addAll(fixture.log(moved, 2, "worker", 0));
      assertThat(TrainingCurves.of(lines)).hasSize(100).hasSize(lines.size());
      TrainingCurves.assertSame(
          TrainingCurves.of(lines), TrainingCurves.of(fixture.log(calm, 1, "worker", 0)));
    }
  }

  @Test
  void aCrashedJobResumesFromItsCheckpoint() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.trainer(
              "job", "--steps", "60", "--checkpoint-every", "20", "--crash-at", "30");
      fixture.apply(job, on(FIRST, 2));
      Event.Crashed crash = fixture.await(Event.Crashed.class);
      assertThat(crash.why())
          .isEqualTo("worker 1 exited with 1: crashing at step 30, as requested");
      assertThat(crash.steps()).isBetween(20.0, 30.0);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Finished.class);

      double resumed = TrainingCurves.of(fixture.log(job, 2, "worker", 0)).firstKey();
      assertThat(resumed).isEqualTo(crash.steps() + 1);
      assertThat(TrainingCurves.of(fixture.log(job, 2, "worker", 0)).lastKey()).isEqualTo(60);
    }
  }

  @Test
  void moreWorkersAreFasterByTheSpeedModel() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.trainer("job", "--steps", "100000", "--step-millis", "40");
      fixture.apply(job, on(FIRST, 1));
      double alone = awaitSpeed(fixture, 8);
      fixture.apply(job, on(FIRST, 4));
      double four = awaitSpeed(fixture, 30);

      assertThat(alone).isBetween(5.0, 30.0);
      assertThat(four).isBetween(1.5 * alone, 120.0);
    }
  }

  /** The speed after so many steps at a new size. */
  private static double awaitSpeed(EngineUnderTest fixture, int steps) {
    fixture.await(Event.Running.class);
    double begin = fixture.await(Event.Progressed.class).steps();
    return fixture
        .await(Event.Progressed.class, event -> event.steps() > begin + steps)
        .stepsPerSecond();
  }

  private static void awaitStep(EngineUnderTest fixture, JobSpec job, int step) {
    fixture.await(
        Event.Progressed.class, event -> event.job().equals(job.id()) && event.steps() >= step);
  }
}
