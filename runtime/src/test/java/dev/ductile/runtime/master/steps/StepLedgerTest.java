package dev.ductile.runtime.master.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.protocol.StepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class StepLedgerTest {
  private final StepLedger ledger = new StepLedger(false, _ -> {});

  private void report(int worker, int times, double meanLoss, int examples, long nanos) {
    for (int i = 0; i < times; i++) {
      var report = new StepReport(i, meanLoss * examples, examples, 0, nanos, 0, 0, 0);
      ledger.tell(worker, List.of(report), i);
    }
  }

  @Test
  void theLossOfAnEpochDoesNotDependOnTheNumberOfWorkers() {
    ledger.epochHas(1_000);
    report(1, 30, 5, 25, 1);
    report(2, 9, 5, 25, 1);
    assertThat(ledger.epochLoss()).isEqualTo(OptionalDouble.empty());
    report(2, 1, 5, 25, 1);
    assertThat(ledger.epochLoss()).hasValue(5);
    report(1, 20, 1, 25, 1);
    assertThat(ledger.epochLoss()).hasValue(3);
    report(1, 20, 1, 25, 1);
    assertThat(ledger.epochLoss()).hasValue(1);
  }

  @Test
  void emptyPushesDoNotChangeTheLoss() {
    ledger.epochHas(100);
    report(1, 4, 2, 25, 1);
    report(2, 1_000, 0, 0, 1);
    assertThat(ledger.epochLoss()).hasValue(2);
  }

  @Test
  void aNewcomerIsNotSlowBecauseOfItsFirstSteps() {
    report(1, 50, 1, 10, 100);
    report(2, 50, 1, 10, 100);
    report(3, 5, 1, 10, 10_000);
    assertThat(ledger.slowerThan(3, List.of(1, 2, 3))).isEmpty();
    report(3, 50, 1, 10, 110);
    assertThat(ledger.slowerThan(3, List.of(1, 2, 3))).isEmpty();
  }

  @Test
  void aWorkerWithMoreExamplesIsNotSlow() {
    report(1, 50, 1, 100, 1_000);
    report(2, 50, 0, 0, 10);
    report(3, 50, 1, 10, 100);
    report(4, 50, 1, 1, 50);
    assertThat(ledger.slowerThan(3, List.of(1, 2, 3, 4))).isEmpty();
  }

  @Test
  void aWorkerThatTakesTooLongForAnExampleIsSlow() {
    report(1, 50, 1, 10, 100);
    report(2, 50, 1, 10, 100);
    report(3, 50, 1, 10, 500);
    assertThat(ledger.slowerThan(3, List.of(1, 2, 3))).containsExactly(3);
  }

  @Test
  void workersThatHaveLeftAreNotCompared() {
    report(1, 50, 1, 10, 100);
    report(2, 50, 1, 10, 10);
    ledger.forget(2);
    report(2, 50, 1, 10, 10);
    report(3, 50, 1, 10, 110);
    assertThat(ledger.slowerThan(3, List.of(1, 3))).isEmpty();
  }

  /** Steps that the generation began with are not counted again when they are reported late. */
  @Test
  void lateReportsAreCountedOnce() {
    var rows = new ArrayList<Long>();
    var counting = new StepLedger(false, summary -> rows.add(summary.step()));
    counting.begin(0, new MemberCounts(2, 1), 0, 0);
    counting.tell(1, List.of(report(0), report(1)), 0);
    counting.begin(5, new MemberCounts(2, 1), 50, 0);
    counting.dealOut(Map.of(1, 5L, 2, 6L));
    counting.tell(2, List.of(report(1)), 0);
    assertThat(counting.done()).isEqualTo(5);
    assertThat(counting.examples()).isEqualTo(50);
    assertThat(counting.isPartMade()).isFalse();
    counting.tell(2, List.of(report(5)), 0);
    assertThat(counting.done()).isEqualTo(6);
    assertThat(counting.examples()).isEqualTo(60);
    assertThat(counting.isPartMade()).isTrue();
    assertThat(rows).containsExactly(0L, 1L, 2L, 5L);
  }

  private static StepReport report(long step) {
    return new StepReport(step, 1, 10, 0, 1, 0, 0, 0);
  }
}
