package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Protection;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The times of decisions, and the use of their plans. */
final class SchedulerTest extends SchedulerRig {
  private static final Notebook<Remark> NOTEBOOK = new Notebook<>("some policy", Remark.class);

  /** A note of a policy. */
  private record Remark(String text) implements Note {}

  @Test
  void anArrivingJobGetsTheGrantOfThePolicy() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0");
    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.STARTING);
  }

  @Test
  void thePolicyIsAskedOnlyAfterRelevantEvents() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();
    engine.report(
        new Event.Running(START, new JobId("a"), 1, Allocation.on(NODE, Size.workers(1)), 2));

    scheduler.round();

    assertThat(asked).hasSize(1);
    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.RUNNING);
    assertThat(job(scheduler, "a").stepsAt(START.plusSeconds(3))).isEqualTo(6);
  }

  @Test
  void anIllegalGrantIsDroppedCountedAndReportedAndTheRestIsApplied() {
    Scheduler scheduler =
        scheduler(cluster -> grants(cluster, Allocation.on(NODE, Size.workers(4))));
    arrive("a");
    arrive("b");

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 4 on node-0");
    assertThat(scheduler.rejections()).isEqualTo(1);
    assertThat(rejected).containsExactly("b gets 4 on node-0, which has no room left for 4 gpu");
  }

  @Test
  void resourcesAreReleasedBeforeTheyAreGranted() {
    var turn = new String[] {"a"};
    Scheduler scheduler = scheduler(cluster -> only(cluster, turn[0]));
    arrive("a");
    scheduler.round();
    turn[0] = "b";
    arrive("b");

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 4 on node-0", "a nothing", "b 4 on node-0");
  }

  @Test
  void aProtectedJobIsUnchangedAndThePolicyIsAskedWhenItsProtectionEnds() {
    Scheduler scheduler = scheduler(cluster -> Plan.of(List.of(), SchedulerRig::because));
    var protection = new Protection(Duration.ZERO, Duration.ofSeconds(60));
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
    submit(spec("a").withProtection(protection));
    scheduler.round();
    scheduler
        .ledger()
        .fold(
            new Event.Allocated(
                START, new JobId("a"), 1, Allocation.NONE, Allocation.on(NODE, Size.workers(1))));
    arrive("b");

    scheduler.round();
    assertThat(asked.getLast().pinned()).hasSize(1);
    assertThat(engine.orders).isEmpty();

    scheduler.runUntil(loop -> asked.size() == 3);
    assertThat(engine.instant()).isAfterOrEqualTo(START.plusSeconds(60));
    assertThat(engine.orders).containsExactly("a nothing");
  }

  @Test
  void aSettledPolicyIsNotAskedWhenAJobEnds() {
    Scheduler scheduler =
        scheduler(cluster ->
            new Plan(
                oneWorkerEach(cluster).grants(),
                List.of(),
                Optional.empty(),
                true,
                SchedulerRig::because));
    arrive("a");
    arrive("b");
    scheduler.round();
    engine.report(new Event.Finished(START, new JobId("a")));
    scheduler.round();
    assertThat(asked).hasSize(1);

    arrive("c");
    scheduler.round();
    assertThat(asked).hasSize(2);
  }

  @Test
  void thePolicySeesItsOwnNotes() {
    var note = new Remark("2nd of 7");
    Scheduler scheduler =
        scheduler(cluster ->
            new Plan(
                List.of(),
                List.of(NOTEBOOK.write(new JobId("a"), note)),
                Optional.empty(),
                false,
                SchedulerRig::because));
    arrive("a");
    scheduler.round();

    assertThat(NOTEBOOK.read(job(scheduler, "a"), new Remark(""))).isEqualTo(note);
  }

  @Test
  void aPeriodicPolicyIsAskedAtTicksAndNotBetween() {
    Scheduler scheduler =
        scheduler(this::oneWorkerEach, DecisionTimes.every(Duration.ofSeconds(30)));
    scheduler.round();
    engine.sleepUntil(START.plusSeconds(31));
    scheduler.round();
    arrive("a");
    engine.sleepUntil(START.plusSeconds(40));
    scheduler.round();
    assertThat(engine.orders).isEmpty();

    scheduler.runUntil(loop -> !engine.orders.isEmpty());
    assertThat(engine.instant()).isEqualTo(START.plusSeconds(60));
    assertThat(asked).extracting(Cluster::now).contains(START.plusSeconds(60));
  }

  @Test
  void eventsWithinTheLeastIntervalShareOneDecision() {
    var pace = new DecisionTimes(true, Duration.ZERO, Duration.ofSeconds(10));
    Scheduler scheduler = scheduler(this::oneWorkerEach, pace);
    arrive("a");
    scheduler.round();
    assertThat(engine.orders).containsExactly("a 1 on node-0");

    engine.sleepUntil(START.plusSeconds(2));
    arrive("b");
    scheduler.round();
    arrive("c");
    scheduler.round();
    assertThat(asked).hasSize(1);

    scheduler.runUntil(_ -> asked.size() == 2);
    assertThat(engine.instant()).isEqualTo(START.plusSeconds(10));
    assertThat(engine.orders).hasSize(3);
  }

  @Test
  void missedTicksCauseOneDecision() {
    Scheduler scheduler =
        scheduler(this::oneWorkerEach, DecisionTimes.every(Duration.ofSeconds(30)));
    scheduler.round();
    engine.sleepUntil(START.plusSeconds(95));
    scheduler.round();
    scheduler.round();
    assertThat(asked).hasSize(2);

    scheduler.runUntil(loop -> asked.size() == 3);
    assertThat(engine.instant()).isEqualTo(START.plusSeconds(120));
  }

  @Test
  void aSettledPolicyIsAskedWhenAJobEndsIfItsPlanLostAGrant() {
    Scheduler scheduler =
        scheduler(cluster ->
            new Plan(
                grants(cluster, Allocation.on(NODE, Size.workers(3))).grants(),
                List.of(),
                Optional.empty(),
                true,
                SchedulerRig::because));
    arrive("a");
    arrive("b");
    scheduler.round();
    engine.report(new Event.Finished(START, new JobId("a")));

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 3 on node-0", "b 3 on node-0");
  }

  @Test
  void aTimeToReconsiderInThePastIsIgnored() {
    Scheduler scheduler =
        scheduler(cluster ->
            new Plan(
                List.of(), List.of(), Optional.of(cluster.now()), false, SchedulerRig::because));
    arrive("a");
    scheduler.round();

    scheduler.round();

    assertThat(asked).hasSize(1);
  }

  @Test
  void aLedgerWithJobsLeadsToADecisionInTheFirstRound() {
    var known = new Ledger(GivenSpeed.SPEEDS);
    known.fold(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
    scheduler(this::oneWorkerEach, DecisionTimes.ON_EVENTS, known).round();
    assertThat(asked).isEmpty();

    known.fold(submitted(spec("a")));
    Scheduler scheduler = scheduler(this::oneWorkerEach, DecisionTimes.ON_EVENTS, known);
    scheduler.round();
    assertThat(engine.orders).containsExactly("a 1 on node-0");
    assertThat(scheduler.decisions()).isEqualTo(1);
  }

  @Test
  void theEndConditionIsCheckedAfterARound() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");

    scheduler.runUntil(loop -> true);

    assertThat(scheduler.decisions()).isEqualTo(1);
    assertThat(scheduler.now()).isEqualTo(START);
    assertThat(applied).hasSize(1);
  }

  @Test
  void anOrderHasTheRescaleModeOfItsGrant() {
    var rescaleMode = new RescaleMode[] {RescaleMode.CHECKPOINT};
    Scheduler scheduler =
        scheduler(cluster ->
            Plan.of(
                cluster.jobs().stream()
                    .map(job ->
                        new Grant(
                            job,
                            Allocation.on(NODE, Size.workers(job.holdsResources() ? 2 : 1)),
                            rescaleMode[0]))
                    .toList(),
                SchedulerRig::because));
    arrive("a");
    scheduler.round();
    rescaleMode[0] = RescaleMode.HOT;
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(5))));
    scheduler.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a 2 on node-0");
    assertThat(engine.specs)
        .extracting(JobSpec::rescaleMode)
        .containsExactly(RescaleMode.CHECKPOINT, RescaleMode.HOT);
    assertThat(job(scheduler, "a").spec().rescaleMode()).isEqualTo(RescaleMode.CHECKPOINT);
  }

  @Test
  void decisionTimesNeedEventsOrAPeriod() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DecisionTimes(false, Duration.ZERO))
        .withMessageContaining("on events: false, every PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DecisionTimes(true, Duration.ofSeconds(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DecisionTimes(true, Duration.ZERO, Duration.ofSeconds(-1)));
    assertThat(new DecisionTimes(true, Duration.ofSeconds(1)).isPeriodic()).isTrue();
    assertThat(DecisionTimes.ON_EVENTS.isPeriodic()).isFalse();
  }
}
