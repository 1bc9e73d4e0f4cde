package dev.ductile.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.SystemServices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times are in microseconds. */
final class ReportsTest {
  private static final long MICRO = 1_000;

  private long now = 7;
  private final Loop loop = new Loop(SystemServices.system(() -> now), ConnectionLimits.DEFAULT);
  private final List<StepReport> told = new ArrayList<>();
  private final Reports reports = new Reports(loop, this::told);

  private long idleNanos;

  private void told(MasterMessage.FinishedSteps progress) {
    told.addAll(progress.steps());
    idleNanos = progress.idleNanos();
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private void pass(long micros) {
    now += micros * MICRO;
  }

  /** Up to the push. */
  private void compute(int heldMicros) {
    reports.begins();
    pass(3);
    reports.asks();
    pass(100);
    reports.has(heldMicros);
    pass(40);
    reports.computed();
  }

  private StepReport finished() {
    reports.finished(9, 2.5, 4);
    reports.flush();
    return told.removeLast();
  }

  private static StepReport report(
      long downlink, long worker, long uplink, long server, long wait) {
    return new StepReport(
        9, 2.5, 4, downlink * MICRO, worker * MICRO, uplink * MICRO, server * MICRO, wait * MICRO);
  }

  @Test
  void aReportHasTheTimeSinceItsLastStep() {
    reports.finished(8, 2.5, 4);
    pass(30);
    reports.finished(9, 2.5, 4);
    pass(20);
    reports.flush();
    assertThat(idleNanos).isEqualTo(20 * MICRO);
  }

  @Test
  void timeAtTheServerIsNotTimeOfTheLink() {
    compute(0);
    reports.pushes();
    pass(60);
    reports.prepared(10, 10);
    assertThat(finished()).isEqualTo(report(100, 43, 50, 10, 0));
  }

  @Test
  void timeThatAServerHoldsWithoutWorkIsWaiting() {
    compute(30);
    reports.pushes();
    pass(60);
    reports.prepared(20, 15);
    assertThat(finished()).isEqualTo(report(70, 43, 40, 15, 35));
  }

  @Test
  void timeAtAServerIsAtMostTheWholeTime() {
    compute(500);
    reports.pushes();
    pass(60);
    reports.prepared(Integer.MAX_VALUE, -5);
    assertThat(finished()).isEqualTo(report(0, 43, 0, 0, 160));
  }

  @Test
  void aRepeatedPushIsTimedFromItsLastStartAndTheRestIsWaiting() {
    compute(0);
    reports.pushes();
    pass(1_000);
    reports.pushes();
    pass(60);
    reports.prepared(10, 10);
    assertThat(finished()).isEqualTo(report(100, 43, 50, 10, 1_000));
  }

  @Test
  void aRepeatedStepCountsOnce() {
    compute(0);
    compute(0);
    reports.pushes();
    pass(60);
    reports.prepared(10, 10);
    assertThat(finished()).isEqualTo(report(100, 43, 50, 10, 143));
  }

  @Test
  void timeBeforeTheFirstGenerationIsNoPartOfTheFirstStep() {
    pass(5_000_000);
    reports.resumes();
    compute(0);
    reports.pushes();
    pass(60);
    reports.prepared(10, 10);
    assertThat(finished()).isEqualTo(report(100, 43, 50, 10, 0));
  }

  @Test
  void aLaterReconfigurationIsWaiting() {
    reports.resumes();
    compute(0);
    pass(700);
    reports.resumes();
    compute(0);
    reports.pushes();
    pass(60);
    reports.prepared(10, 10);
    assertThat(finished()).isEqualTo(report(100, 43, 50, 10, 843));
  }

  @Test
  void theFirstStepAfterAHaltIsReportedAtOnce() {
    reports.flush(); // it is halted for the reconfiguration that adds it, and has no report
    pass(30_000);
    reports.resumes();
    compute(0);
    reports.finished(9, 2.5, 4);
    assertThat(told).hasSize(1);
  }

  @Test
  void timeInWhichTheProcessWasStoppedIsWaitingAndNotWork() {
    reports.resumes();
    reports.begins();
    reports.asks();
    reports.has(0);
    pass(3_000_000);
    reports.computed();
    reports.pushes();
    reports.prepared(0, 0);
    assertThat(finished()).isEqualTo(report(0, 100_000, 0, 0, 2_900_000));
  }

  @Test
  void withoutServersAddingUpIsTheUplinkAndApplyingTheServer() {
    compute(0);
    reports.pushes();
    pass(60);
    reports.summed();
    pass(12);
    reports.settled();
    assertThat(finished()).isEqualTo(report(100, 43, 60, 12, 0));
  }
}
