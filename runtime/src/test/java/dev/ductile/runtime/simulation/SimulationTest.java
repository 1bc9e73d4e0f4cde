package dev.ductile.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs with random faults end like undisturbed ones. */
@Tag("seeds")
final class SimulationTest {
  private static final long FIRST = Long.getLong("ductile.simulations.first", 0);
  private static final long COUNT = 100L * Integer.getInteger("ductile.seedFactor", 1);

  @Test
  @Timeout(value = 12, unit = TimeUnit.HOURS)
  void jobsWithFaultsEndLikeUndisturbedOnes() {
    List<String> wrong =
        LongStream.range(FIRST, FIRST + COUNT)
            .parallel()
            .mapToObj(Simulations::complaint)
            .filter(complaint -> !complaint.isEmpty())
            .limit(10)
            .toList();
    assertThat(wrong).isEmpty();
  }

  /** The last checkpoint is damaged after all tasks were notified of the end of the job. */
  @Test
  void aJobWhoseLastCheckpointIsDamagedBeforeItsEndContinues() {
    assertThat(Simulations.complaint(22_535)).isEmpty();
  }

  /** A save is given up after a death, and the next one of the same step succeeds. */
  @ParameterizedTest
  @ValueSource(longs = {20_445, 21_857})
  void filesOfAnAbandonedSaveMayChange(long seed) {
    assertThat(Simulations.complaint(seed)).isEmpty();
  }

  /** A bit of a part flips before the checkpoint is complete. */
  @Test
  void aCheckpointMayBeDamagedBeforeItIsComplete() {
    assertThat(Simulations.complaint(49_842)).isEmpty();
  }

  /** Some workers are resumed late, and some have nothing left to do. */
  @ParameterizedTest
  @ValueSource(longs = {20_927, 21_028, 21_581, 21_618, 21_948, 22_737, 22_897, 22_916, 45_182})
  void aPauseIsTheTimeInWhichNoWorkerMadeProgress(long seed) {
    assertThat(Simulations.complaint(seed)).isEmpty();
  }

  /** A worker leaves before it has the sum of a step that the others have. */
  @Test
  void aLeavingWorkerReportsItsShareOfTheLastStep() {
    assertThat(Simulations.complaint(8_855)).isEmpty();
  }

  @Test
  void aSeedGivesTheSameTraceAgain() {
    for (long seed = FIRST; seed < FIRST + 10; seed++) {
      Trace once = new SimulatedJob(FaultScenario.of(seed)).play().trace();
      Trace again = new SimulatedJob(FaultScenario.of(seed)).play().trace();
      assertThat(again).as("seed %d", seed).hasToString(once.toString());
      assertThat(again.hash()).isEqualTo(once.hash());
    }
  }
}
