package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The small parts that need no process. */
class PartsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void jobNamesBecomeFileNames() {
    assertThat(Folders.safe("team/job:7")).isEqualTo("team%2Fjob%3A7");
    assertThat(Folders.safe("..")).isEqualTo("%2E.");
    assertThat(Folders.safe("a.b_c-d")).isEqualTo("a.b_c-d");
    assertThat(Folders.safe("Übung")).isEqualTo("%C3%9Cbung");
    assertThat(Folders.safe("ü".repeat(128))).hasSizeLessThan(255).startsWith("%C3%BC");
    assertThat(Folders.safe("ü".repeat(127) + "a")).isNotEqualTo(Folders.safe("ü".repeat(128)));
  }

  @Test
  void aPatternIsUsedOnceItFindsAFurtherStepUntilAnEarlierPatternDoes() {
    var format = ProgressFormat.of("step (?P<step>\\d+)\n\n\\[\\s*(?P<step>\\d+)/\\d+\\]\n");

    assertThat(format.read("loading [data]")).isEmpty();
    assertThat(format.read("[ 20/100] from step 7")).isEmpty();
    assertThat(format.read("[ 21/100] from step 7").orElseThrow().step()).isEqualTo(21);
    assertThat(format.read("from step 7")).isEmpty();
    assertThat(format.read("[ 22/100]").orElseThrow().step()).isEqualTo(22);
    assertThat(format.read("step 8").orElseThrow().step()).isEqualTo(8);
    assertThat(format.read("[ 23/100]")).isEmpty();
  }

  @Test
  void aLargeNumberInASentenceDoesNotHideTheStepsAfterIt() {
    var format = ProgressFormat.of("(?P<step>\\d+) of \\d+\nstep (?P<step>\\d+)");

    assertThat(format.read("read 5000 of 5000")).isEmpty();
    assertThat(format.read("1 of 100")).isEmpty();
    assertThat(format.read("2 of 100").orElseThrow().step()).isEqualTo(2);
  }

  @Test
  void speedIsMeasuredOverAnInterval() {
    var speedometer = new Speedometer();
    speedometer.pass(NOW, 100);
    assertThat(speedometer.stepsPerSecond()).isEmpty();
    for (int i = 1; i <= 100; i++) {
      speedometer.pass(NOW.plusMillis(100L * i), 100 + i);
    }
    assertThat(speedometer.stepsPerSecond().orElseThrow()).isCloseTo(10, within(1e-9));
    for (int i = 1; i <= 200; i++) {
      speedometer.pass(NOW.plusMillis(10_000 + 100L * i), 200 + 2 * i);
    }
    assertThat(speedometer.stepsPerSecond().orElseThrow()).isCloseTo(20, within(1e-9));
  }

  @Test
  void theFirstSpeedAfterARescaleDoesNotContainThePause() {
    var progress = new JobProgress(new JobId("a"));
    progress.begin(SupervisionFixture.on(1), NOW);
    reach(progress, 0, 0);
    reach(progress, 1, 1);
    progress.moveTo(SupervisionFixture.on(2));
    reach(progress, 61, 2);

    assertThat(progress.stepsPerSecond()).isZero();
    reach(progress, 62, 4);
    assertThat(progress.stepsPerSecond()).isCloseTo(2, within(1e-9));
  }

  @Test
  void stepsWithoutAllTasksAreNotPartOfTheSpeed() {
    var progress = new JobProgress(new JobId("a"));
    progress.begin(SupervisionFixture.on(2), NOW);
    reach(progress, 0, 0);
    reach(progress, 1, 2);
    assertThat(progress.stepsPerSecond()).isEqualTo(2);
    progress.setWhole(false);
    reach(progress, 61, 3);

    assertThat(progress.stepsPerSecond()).isZero();
    progress.setWhole(true);
    reach(progress, 62, 4);
    reach(progress, 63, 7);
    assertThat(progress.stepsPerSecond()).isEqualTo(3);
  }

  private static void reach(JobProgress progress, int second, double step) {
    Instant at = NOW.plusSeconds(second);
    progress.look(new MasterStatus.Update(at, step, at, -1, Optional.empty(), true));
  }

  @Test
  void onlyTheNewestProgressReportOfAJobIsKept() {
    var queue = new EventQueue(InstantSource.fixed(NOW));
    var job = new JobId("a");
    queue.report(new Event.Progressed(NOW, job, 1, 1, 1));
    queue.report(new Event.Finished(NOW, new JobId("b")));
    queue.report(new Event.Progressed(NOW, job, 1, 2, 1));

    assertThat(queue.take())
        .containsExactly(
            new Event.Finished(NOW, new JobId("b")), new Event.Progressed(NOW, job, 1, 2, 1));
    assertThat(queue.take()).isEmpty();
    queue.await(NOW);
  }

  @Test
  void aWakeUpEndsOneWait() {
    var queue = new EventQueue(InstantSource.fixed(NOW));

    queue.wake();
    queue.await(NOW.plus(Duration.ofDays(1)));
    queue.await(NOW);
  }

  @Test
  void delaysBetweenRestartsGrowUpToALimit() {
    var patience = Settings.Patience.DEFAULT;

    assertThat(patience.restart(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(patience.restart(4)).isEqualTo(Duration.ofSeconds(8));
    assertThat(patience.restart(1_000_000)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void invalidSettingsAreRefused() {
    assertThatThrownBy(() -> new Settings.Rhythm(Duration.ZERO, Duration.ZERO))
        .hasMessage("look must be above zero, not PT0S");
    assertThatThrownBy(() -> new Settings.Limits(1, 1, 0, 1)).hasMessageContaining("at least 1");
  }

  @Test
  void aJobThatIsOverStaysOver() {
    for (RunState state : RunState.values()) {
      assertThat(RunState.OVER.canBecome(state)).isFalse();
      assertThat(state.canBecome(state)).isFalse();
    }
  }
}
