package dev.ductile.runtime.master.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.protocol.MasterMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pause begins when a worker last made progress. Times are in milliseconds since the start. */
final class BarriersTest {
  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int RESUMED = 100;

  private final Barriers barriers = new Barriers();

  @BeforeEach
  void resumed() {
    barriers.attempt(false, 50);
    barriers.close(1, Cause.START, RESUMED);
  }

  /** A reconfiguration after a loss, in which the first worker is halted. */
  private long begin(int idle, boolean sinceStep, int stoodAt) {
    barriers.attempt(false, 400);
    barriers.halted(FIRST, new MasterMessage.Idle(idle, sinceStep), stoodAt);
    return 1_000 - barriers.close(2, Cause.LOSS, 1_000).nanos();
  }

  @Test
  void aHaltedWorkerReportsTheEndOfItsLastStep() {
    barriers.progressed(FIRST, 10, 200);
    assertThat(begin(160, true, 410)).isEqualTo(250);
  }

  /**
   * The worker's process was stopped while the job was resumed; it read that message just before it
   * was halted.
   */
  @Test
  void aWorkerThatWasResumedLateHasMadeNoProgress() {
    assertThat(begin(3, false, 410)).isEqualTo(RESUMED);
  }

  /** One worker is at the end of its examples, and the one that still trained is killed. */
  @Test
  void theLastStepOfALostWorkerCounts() {
    barriers.progressed(FIRST, 0, 150);
    barriers.progressed(SECOND, 20, 390);
    assertThat(begin(260, true, 410)).isEqualTo(370);
  }

  /** The last report comes a while after the last step. */
  @Test
  void theLastStepOfTheOnlyWorkerCountsAfterItsLoss() {
    barriers.progressed(SECOND, 80, 390);
    barriers.attempt(false, 400);
    assertThat(1_000 - barriers.close(2, Cause.LOSS, 1_000).nanos()).isEqualTo(310);
  }

  @Test
  void aReportFromBeforeTheJobWasResumedDoesNotCount() {
    barriers.progressed(SECOND, 200, 250);
    barriers.attempt(false, 400);
    assertThat(1_000 - barriers.close(2, Cause.LOSS, 1_000).nanos()).isEqualTo(RESUMED);
  }

  /**
   * The master does not know when the job was resumed; the first resumed worker has the best
   * estimate.
   */
  @Test
  void aNewMasterTakesTheFirstWorkerThatWasResumed() {
    var successor = new Barriers();
    successor.takeOver(300);
    successor.attempt(false, 400);
    successor.halted(FIRST, new MasterMessage.Idle(3, false), 410);
    successor.halted(SECOND, new MasterMessage.Idle(250, false), 411);
    assertThat(1_000 - successor.close(2, Cause.RETURN, 1_000).nanos()).isEqualTo(161);
  }
}
