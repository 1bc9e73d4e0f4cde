package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.GivenSpeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An estimator learns speeds from the measurements in reports. */
final class SchedulerEstimatorTest extends SchedulerRig {
  private static final JobId JOB = new JobId("a");
  private static final Allocation WHERE = Allocation.on(NODE, Size.workers(1));

  private final List<List<Event>> journal = new ArrayList<>();
  private final SeenMeasurements estimator = new SeenMeasurements();
  private final Scheduler scheduler = learning(estimator);

  @Test
  void aLearnedSpeedIsInTheJournalWithItsReport() {
    trains(3);

    assertThat(journal)
        .filteredOn(batch -> batch.stream().anyMatch(Event.Running.class::isInstance))
        .singleElement()
        .asInstanceOf(LIST)
        .hasExactlyElementsOfTypes(Event.Running.class, Event.SpeedLearned.class);
    assertThat(heard(Event.SpeedLearned.class)).hasSize(1);
  }

  @Test
  void aLearnedSpeedOpensADecisionThatSeesIt() {
    trains(3);

    assertThat(asked).hasSize(2);
    assertThat(speedAtTwo(asked.getFirst())).isEqualTo(2);
    assertThat(speedAtTwo(asked.getLast())).isEqualTo(6);
  }

  @Test
  void aMeasurementOfTheExpectedSpeedOpensNoDecision() {
    trains(1);
    engine.report(new Event.Progressed(START, JOB, 1, 7, 1));
    scheduler.round();

    assertThat(asked).hasSize(1);
    assertThat(heard(Event.SpeedLearned.class)).isEmpty();
    assertThat(estimator.seen.get(JOB)).hasSize(2);
  }

  @Test
  void aLateReportIsNoMeasurement() {
    trains(1);
    engine.report(new Event.Progressed(START, JOB, 0, 7, 5));
    scheduler.round();

    assertThat(estimator.seen.get(JOB)).hasSize(1);
    assertThat(heard(Event.SpeedLearned.class)).isEmpty();
  }

  @Test
  void theSpeedOfAPartOfTheTasksIsNoMeasurement() {
    start();
    Allocation other = Allocation.on(NODE, Size.workers(2));
    engine.report(new Event.Running(START, JOB, 1, other, 5));
    scheduler.round();

    assertThat(estimator.seen).isEmpty();
  }

  /** An engine accepts an order before the tasks have changed. */
  @Test
  void theSpeedOfTheOldSizeIsNoMeasurementOfTheNewOne() {
    trains(1);
    Ledger ledger = scheduler.ledger();
    Allocation more = Allocation.on(NODE, Size.workers(2));
    ledger.fold(new Event.Allocated(START, JOB, 2, WHERE, more));
    ledger.fold(new Event.Progressed(START, JOB, 2, 7, 1));

    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.RUNNING);
    assertThat(estimator.seen.get(JOB)).hasSize(1);
    assertThat(ledger.learned(JOB)).isEmpty();
    ledger.fold(new Event.Running(START, JOB, 2, more, 3));
    ledger.fold(new Event.Progressed(START, JOB, 2, 8, 3));
    assertThat(estimator.seen.get(JOB)).hasSize(3);
  }

  @Test
  void aJobThatHasLostAPartOfItsTasksIsNotMeasured() {
    trains(1);
    Ledger ledger = scheduler.ledger();
    ledger.fold(new Event.Running(START, JOB, 1, Allocation.on(NODE, Size.workers(2)), 5));
    ledger.fold(new Event.Progressed(START, JOB, 1, 7, 5));

    assertThat(estimator.seen.get(JOB)).hasSize(1);
  }

  @Test
  void aJobThatIsOverIsForgotten() {
    trains(3);
    engine.report(new Event.Finished(START, JOB));
    scheduler.round();

    assertThat(estimator.seen).isEmpty();
  }

  @Test
  void anEstimateWithoutASpeedIsDropped() {
    assertThat(afterItsStart(always(() -> Optional.of(SpeedSpec.of("not-installed", JOB)))))
        .singleElement()
        .asString()
        .startsWith("a: ");
    assertThat(heard(Event.SpeedLearned.class)).isEmpty();
  }

  @Test
  void anEstimatorThatThrowsIsNotTheEndOfTheScheduler() {
    Supplier<Optional<SpeedSpec>> broken =
        () -> {
          throw new IllegalStateException("no fit");
        };

    assertThat(afterItsStart(always(broken))).containsExactly("a: no fit");
  }

  /** Nothing is estimated while the journal is folded, for its estimates are in it. */
  @Test
  void theJournalRestoresTheMeasurementsAndTheEstimates() {
    trains(3);
    engine.report(new Event.Progressed(START, JOB, 1, 7, 4));
    scheduler.round();
    var restored = new SeenMeasurements();
    var folded = new Ledger(GivenSpeed.SPEEDS, restored);
    journal.forEach(batch -> batch.forEach(folded::fold));

    assertThat(restored.seen).isEqualTo(estimator.seen);
    assertThat(restored.asked).isZero();
    assertThat(folded.picture(START).jobs())
        .containsExactlyElementsOf(scheduler.ledger().picture(START).jobs());
  }

  /** The dropped estimates of a scheduler with this estimator whose job trains. */
  private List<String> afterItsStart(Estimator broken) {
    var other = learning(broken);
    arrive("a");
    other.round();
    engine.report(new Event.Running(START, JOB, 1, WHERE, 3));
    other.round();
    assertThat(job(other, "a").progress().stepsPerSecond()).isEqualTo(3);
    return droppedEstimates;
  }

  private static Estimator always(Supplier<Optional<SpeedSpec>> estimate) {
    return new Estimator() {
      @Override
      public void measured(Job job, double stepsPerSecond) {}

      @Override
      public Optional<SpeedSpec> estimate(Job job) {
        return estimate.get();
      }

      @Override
      public void forget(JobId job) {}
    };
  }

  private void start() {
    arrive("a");
    scheduler.round();
  }

  private void trains(double stepsPerSecond) {
    start();
    engine.report(new Event.Running(START, JOB, 1, WHERE, stepsPerSecond));
    scheduler.round();
  }

  private static double speedAtTwo(Cluster cluster) {
    return cluster.jobs().iterator().next().speedAt(Size.workers(2));
  }

  private Scheduler learning(Estimator learner) {
    return scheduler(
        this::oneWorkerEach,
        DecisionTimes.ON_EVENTS,
        new Ledger(GivenSpeed.SPEEDS, learner),
        journal::add);
  }
}
