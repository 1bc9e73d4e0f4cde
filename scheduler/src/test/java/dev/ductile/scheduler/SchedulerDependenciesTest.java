package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Dependency;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that start after the end of others. */
final class SchedulerDependenciesTest extends SchedulerRig {
  private static final JobId FIRST = new JobId("first");

  private final Scheduler scheduler = scheduler(this::oneWorkerEach);

  @BeforeEach
  void aNodeWithFourGpus() {
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
    submitInRound(after("first"));
  }

  @Test
  void aJobWaitsUnseenByThePolicyUntilTheOtherHasSucceeded() {
    submitInRound(after("second", succeeded("first")));

    assertThat(engine.orders).containsExactly("first 1 on node-0");
    assertThat(asked.getLast().jobs()).extracting(Job::id).containsExactly(FIRST);
    assertThat(reason("second").kind()).isEqualTo(Reason.Kind.WAITING_FOR_JOBS);
    assertThat(reason("second")).hasToString("waits for the end of job first");
    assertThat(reason("second").values()).isEqualTo(Map.of("awaited", "first"));
    assertThat(Decision.of(scheduler.ledger().picture(START), this::oneWorkerEach).plan().grants())
        .as("the picture alone shows it too")
        .hasSize(1);

    engine.report(new Event.Finished(START, FIRST));
    scheduler.round();

    assertThat(engine.orders.getLast()).isEqualTo("second 1 on node-0");
  }

  @Test
  void aJobWaitsForAllOthers() {
    submitInRound(after("other"));
    submitInRound(after("last", succeeded("first"), ended("other")));
    assertThat(reason("last"))
        .hasToString("waits for the ends of 2 jobs, of which the first is first");

    engine.report(new Event.Failed(START, new JobId("other"), "no data"));
    scheduler.round();
    assertThat(reason("last")).hasToString("waits for the end of job first");
    engine.report(new Event.Finished(START, FIRST));
    scheduler.round();

    assertThat(engine.orders.getLast()).isEqualTo("last 1 on node-0");
  }

  @Test
  void aFailureCancelsAllJobsThatNeededTheSuccess() {
    submitInRound(after("second", succeeded("first")));
    submitInRound(after("third", succeeded("second")));
    submitInRound(after("cleanup", ended("second")));

    engine.report(new Event.Failed(START, FIRST, "no data"));
    scheduler.round();

    assertThat(heard(Event.Cancelled.class))
        .extracting(Event.Cancelled::why)
        .containsExactly(
            "job first, after whose success it was to start, failed",
            "job second, after whose success it was to start, was cancelled");
    assertThat(engine.orders.getLast()).isEqualTo("cleanup 1 on node-0");
  }

  @Test
  void aJobAfterOneThatHasEndedStartsOrIsRefused() {
    submitInRound(after("bad"));
    engine.report(new Event.Failed(START, new JobId("bad"), "no data"));
    engine.report(new Event.Finished(START, FIRST));
    scheduler.round();

    submitInRound(after("second", succeeded("first")));
    assertThat(engine.orders.getLast()).isEqualTo("second 1 on node-0");
    submitInRound(after("third", ended("bad")));
    assertThat(engine.orders.getLast()).isEqualTo("third 1 on node-0");
    submitInRound(after("fourth", succeeded("bad")));
    submitInRound(after("fifth", succeeded("unknown")));

    assertThat(heard(Event.Refused.class))
        .extracting(Event.Refused::why)
        .containsExactly(
            "job fourth is to start after the success of job bad, which has ended without it",
            "job fifth is to start after job unknown, which was not submitted before it");
  }

  @Test
  void aLedgerOfASnapshotKnowsWhichJobsWaitAndWhichHaveFailed() {
    submitInRound(after("bad"));
    engine.report(new Event.Failed(START, new JobId("bad"), "no data"));
    submitInRound(after("second", succeeded("first")));

    LedgerSnapshot snapshot = scheduler.ledger().snapshot().orElseThrow();
    var restored = new Ledger(snapshot, GivenSpeed.SPEEDS, Estimator.NONE);

    assertThat(restored.withheld().keySet()).containsExactly(new JobId("second"));
    assertThat(restored.dependencies().hasFailed(new JobId("bad"))).isTrue();
    assertThat(restored.snapshot()).contains(snapshot);
  }

  private void submitInRound(JobSpec job) {
    submit(job);
    scheduler.round();
  }

  private Reason reason(String name) {
    return applied.getLast().reasons().why(job(scheduler, name));
  }

  private static JobSpec after(String name, Dependency... after) {
    return JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 1),
            Work.steps(10))
        .withAfter(List.of(after));
  }

  private static Dependency succeeded(String job) {
    return new Dependency(new JobId(job), Dependency.Condition.SUCCEEDED);
  }

  private static Dependency ended(String job) {
    return new Dependency(new JobId(job), Dependency.Condition.ENDED);
  }
}
