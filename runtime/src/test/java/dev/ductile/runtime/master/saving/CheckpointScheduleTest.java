package dev.ductile.runtime.master.saving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.CheckpointSpec;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointScheduleTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final CheckpointSchedule every100 =
      new CheckpointSchedule(new CheckpointSpec(Optional.empty(), Optional.of(100L), 2), 0, false);
  private final CheckpointSchedule every30s =
      new CheckpointSchedule(
          new CheckpointSpec(Optional.of(Duration.ofSeconds(30)), Optional.empty(), 2), 0, false);

  @Test
  void eachMultipleIsOrderedShortlyBeforeItsStep() {
    assertThat(every100.due(0, 0, 50, 60)).isEmpty();
    assertThat(every100.due(0, 0, 90, 101)).hasValue(100);
    every100.ordered(0);
    assertThat(every100.due(SECOND / 2, 0, 150, 205)).isEmpty();
    assertThat(every100.due(SECOND / 2, 100, 150, 180)).isEmpty();
    assertThat(every100.due(SECOND / 2, 100, 190, 205)).hasValue(200);
  }

  @Test
  void aMissedCheckpointIsOrderedAtOnce() {
    assertThat(every100.due(0, 100, 207, 210)).hasValue(207);
    every100.ordered(0);
    assertThat(every100.due(1, 207, 290, 301)).hasValue(300);
  }

  /** The step that was saved last lay behind the one to which the job has gone back. */
  @Test
  void aJobThatReturnsToACheckpointIsSavedAsBefore() {
    every100.ordered(0);
    assertThat(every100.due(SECOND, 400, 410, 420)).isEmpty();
    assertThat(every100.due(SECOND, 400, 495, 501)).hasValue(500);
  }

  @Test
  void aContinuedJobCountsFromItsCheckpoint() {
    assertThat(every100.due(0, 1_000, 1_001, 1_002)).isEmpty();
    assertThat(every100.due(0, 1_000, 1_099, 1_101)).hasValue(1_100);
  }

  @Test
  void failedWritesAreTriedEverMoreSeldom() {
    every100.ordered(0);
    assertThat(every100.due(SECOND / 2, 0, 150, 151)).isEmpty();
    assertThat(every100.due(SECOND, 0, 150, 151)).hasValue(150);
    every100.ordered(SECOND);
    assertThat(every100.due(2 * SECOND, 0, 170, 171)).isEmpty();
    assertThat(every100.due(3 * SECOND, 0, 170, 171)).hasValue(170);
  }

  @Test
  void aCheckpointThatAReconfigurationInterruptedIsOrderedAgainAtOnce() {
    every100.ordered(0);
    every100.isForgotten();
    assertThat(every100.due(1, 0, 120, 121)).hasValue(120);
    every30s.ordered(30 * SECOND);
    every30s.isForgotten();
    assertThat(every30s.due(31 * SECOND, 0, 7, 8)).hasValue(7);
  }

  @Test
  void timeIsCountedFromTheLastOrder() {
    assertThat(every30s.due(29 * SECOND, 0, 7, 8)).isEmpty();
    assertThat(every30s.due(30 * SECOND, 0, 7, 8)).hasValue(7);
    every30s.ordered(30 * SECOND);
    assertThat(every30s.due(59 * SECOND, 7, 9, 10)).isEmpty();
    assertThat(every30s.due(60 * SECOND, 7, 9, 10)).hasValue(9);
  }

  /** Masters that die more often than every 30 s would never save. */
  @Test
  void aNewMasterSavesSoon() {
    var rule =
        new CheckpointSchedule(
            new CheckpointSpec(Optional.of(Duration.ofSeconds(30)), Optional.empty(), 2), 5, true);
    assertThat(rule.due(5, 70, 90, 95)).hasValue(90);
  }
}
