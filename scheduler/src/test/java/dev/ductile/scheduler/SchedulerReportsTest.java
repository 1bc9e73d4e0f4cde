package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Phase;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.contracts.EventStory;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Reports of the engine, in any order. */
final class SchedulerReportsTest extends SchedulerRig {
  @Test
  void thePolicyIsAskedAfterEachEventThatFreesOrTakesResources() {
    var job = new JobId("a");
    List<Event> events =
        List.of(
            new Event.NodeDown(START, new NodeId("node-1"), "it failed"),
            new Event.NodeUp(START, new Node(new NodeId("node-1"), Resources.gpus(1))),
            new Event.PhaseChanged(START, job, Phase.TRAINING),
            new Event.Crashed(START, job, 1, 0, "it failed"),
            new Event.Cancelled(START, job, "its user did not like it"));
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();

    for (Event event : events) {
      int before = asked.size();
      engine.report(event);
      scheduler.round();
      assertThat(asked).as("after %s", event).hasSize(before + 1);
    }
  }

  @Test
  void aSecondJobOfANameIsRefused() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();
    arrive("a");
    arrive("b");

    scheduler.round();

    assertThat(heard(Event.Refused.class))
        .containsExactly(
            new Event.Refused(
                START,
                new JobId("a"),
                "a job named a was submitted at 1970-01-01T00:00:00Z and is starting; submit this"
                    + " one under another name"));
    assertThat(scheduler.refusedJobs()).isEqualTo(1);
    assertThat(heard(Event.Submitted.class)).hasSize(2);
    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");
  }

  /** Tasks of the first job may still run, and its folder has its checkpoints. */
  @Test
  void theNameOfAJobThatIsOverIsRefused() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();
    engine.report(new Event.Finished(START, new JobId("a")));
    scheduler.round();
    arrive("a");

    scheduler.round();

    assertThat(heard(Event.Refused.class))
        .extracting(Event.Refused::why)
        .containsExactly(
            "a job named a was submitted before and is over; submit this one under another name");
    assertThat(heard(Event.Submitted.class)).hasSize(1);
  }

  @Test
  void aReportOfTheLastStepOfEarlyFeedbackEndsItOnceAndAsksThePolicy() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arriveWithFeedback("a", 10);
    scheduler.round();
    engine.report(
        new Event.Running(START, new JobId("a"), 1, Allocation.on(NODE, Size.workers(1)), 1));
    engine.report(new Event.Progressed(START, new JobId("a"), 1, 9, 1));
    scheduler.round();
    assertThat(job(scheduler, "a").phase()).isEqualTo(Phase.EARLY_FEEDBACK);
    assertThat(asked).hasSize(1);

    engine.report(new Event.Progressed(START.plusSeconds(10), new JobId("a"), 1, 10, 1));
    engine.report(new Event.Progressed(START.plusSeconds(11), new JobId("a"), 1, 11, 1));
    scheduler.round();

    assertThat(job(scheduler, "a").phase()).isEqualTo(Phase.TRAINING);
    assertThat(heard(Event.PhaseChanged.class))
        .containsExactly(
            new Event.PhaseChanged(START.plusSeconds(10), new JobId("a"), Phase.TRAINING));
    assertThat(asked).hasSize(2);
  }

  @Test
  void everyReportOfStepsMayEndEarlyFeedback() {
    Instant later = START.plusSeconds(5);
    var job = new JobId("a");
    List<Event> reports =
        List.of(
            new Event.Released(later, job, 1, 10),
            new Event.Crashed(later, job, 1, 10, "it failed"),
            new Event.Finished(later, job));
    for (Event report : reports) {
      happened.clear();
      Scheduler scheduler = scheduler(this::oneWorkerEach);
      arriveWithFeedback("a", 10);
      scheduler.round();
      engine.report(report);
      scheduler.round();
      assertThat(heard(Event.PhaseChanged.class))
          .as("after %s", report)
          .containsExactly(new Event.PhaseChanged(later, job, Phase.TRAINING));
    }
  }

  /** The loop survives any reports of an engine and any illegal plans. */
  @Test
  void noSequenceOfReportsThrowsInTheLoop() {
    for (long seed = 0; seed < 100; seed++) {
      var random = new Seed(seed).stream("plans");
      Scheduler scheduler =
          scheduler(
              cluster -> grants(cluster, Allocation.on(NODE, Size.workers(1 + random.nextInt(6)))));
      for (Event event : EventStory.of(seed, 200)) {
        if (!(event instanceof Event.Allocated || event instanceof Event.Noted)) {
          engine.sleepUntil(event.at());
          engine.report(event);
        }
        assertThatCode(scheduler::round)
            .as("seed %d, after %s", seed, event)
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void anUnknownJobKeepsItsAllocationAndNoPolicyChangesIt() {
    var job = new JobId("a");
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();
    engine.report(new Event.Unknown(START, job, 1, "its node is silent"));
    arrive("b");

    scheduler.round();

    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.UNKNOWN);
    assertThat(asked.getLast().running()).isEmpty();
    assertThat(asked.getLast().pinned()).extracting(Job::id).containsExactly(job);
    assertThat(asked.getLast().left().left(Resources.GPU)).isEqualTo(3);
  }

  @Test
  void theOnlyJobIsNotChangedWhileItIsUnknown() {
    Scheduler scheduler =
        scheduler(cluster -> grants(cluster, Allocation.on(NODE, Size.workers(2))));
    arrive("a");
    scheduler.round();
    engine.report(new Event.Unknown(START, new JobId("a"), 1, "its node is silent"));
    engine.report(new Event.NodeUp(START, new Node(new NodeId("node-1"), Resources.gpus(4))));

    scheduler.round();

    assertThat(asked.getLast().running()).isEmpty();
    assertThat(asked.getLast().pinned()).hasSize(1);
  }

  /** No time ends the protection of an unknown job, so none is a reason for a decision. */
  @Test
  void theLoopSleepsWhileAJobIsUnknown() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();
    engine.report(new Event.Unknown(START, new JobId("a"), 1, "its node is silent"));
    arrive("b");
    scheduler.round();
    long before = scheduler.decisions();
    var rounds = new AtomicInteger();

    Instant latest = START.plusSeconds(60);
    scheduler.runUntil(
        loop -> !loop.now().isBefore(latest) || rounds.incrementAndGet() == 100, latest);

    assertThat(scheduler.now()).isEqualTo(latest);
    assertThat(scheduler.decisions()).isEqualTo(before);
  }

  @Test
  void thePolicyIsAskedWhenAnUnknownJobIsFoundAgain() {
    var job = new JobId("a");
    Allocation where = Allocation.on(NODE, Size.workers(1));
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();
    engine.report(new Event.Unknown(START, job, 1, "its node is silent"));
    scheduler.round();
    int before = asked.size();

    engine.report(new Event.Running(START, job, 1, where, 2));
    scheduler.round();

    assertThat(asked).hasSize(before + 1);
    assertThat(asked.getLast().running()).extracting(Job::id).containsExactly(job);
    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aLateUnknownReportChangesNothing() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    arrive("a");
    scheduler.round();

    engine.report(new Event.Unknown(START, new JobId("a"), 0, "its node is silent"));
    scheduler.round();

    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.STARTING);
  }
}
