package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job without progress is detected, with and without other output. */
@Tag("process")
class HungTest {
  /** Longer than two trainers take to start on a busy machine. */
  private static final Duration STALL = Duration.ofSeconds(4);

  private static final Duration GRACE = Duration.ofSeconds(10);

  @TempDir Path root;

  @Test
  void aJobWithoutProgressIsKilledAndResumes() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.trainer(
                  "job", "--steps", "60", "--checkpoint-every", "20", "--hang-at", "30"),
              GRACE,
              STALL,
              1);
      fixture.apply(job, on(FIRST, 2));
      Event.Crashed crash = fixture.await(Event.Crashed.class);

      assertThat(crash.why()).matches("no step for [0-9.]+ s; the last was 29");
      assertThat(crash.steps()).isEqualTo(20);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Finished.class);
    }
  }

  @Test
  void aStoppedProcessIsDetected() throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell(
                  "job",
                  "echo $$; step=0; while :; do step=$((step + 1));"
                      + "[ $RANK = 0 ] && echo \"{\\\"step\\\": $step}\"; sleep 0.02; done"),
              GRACE,
              Duration.ofMillis(1500),
              0);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      ProcessGroups.signal("STOP", Long.parseLong(fixture.log(job, 1, "worker", 0).getFirst()));

      assertThat(fixture.await(Event.Failed.class).why()).startsWith("no step for ");
    }
  }

  @Test
  void outputWithoutStepsIsNotProgress() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell("job", "while :; do echo '{\"step\": 4}'; sleep 0.1; done"),
              GRACE,
              Duration.ofSeconds(1),
              0);
      fixture.apply(job, on(FIRST, 1));

      assertThat(fixture.await(Event.Failed.class).why()).contains("the last was 4");
    }
  }

  @Test
  void oneSilentWorkerAmongBusyOnesIsDetected() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell(
                  "job",
                  "step=0; while :; do step=$((step + 1)); echo \"{\\\"step\\\": $step}\";"
                      + "[ $RANK = 1 ] && [ $step = 5 ] && exec sleep 60; sleep 0.02; done"),
              GRACE,
              Duration.ofSeconds(1),
              0);
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why())
          .startsWith("worker 1 has printed nothing for 1 s");
    }
  }

  @Test
  void aJobThatNeverBeginsIsDetected() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell("job", "exec sleep 60"), GRACE, Duration.ofSeconds(1), 0);
      fixture.apply(job, on(FIRST, 1));

      assertThat(fixture.await(Event.Failed.class).why())
          .contains("since it was started. Maybe it does not print its steps?");
    }
  }
}
