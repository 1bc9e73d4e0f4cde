package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Commands of users and operators, and their answers. */
final class SchedulerCommandsTest extends CommandRig {
  @Test
  void aSubmittedJobIsGivenResourcesInTheSameRound() {
    withNodes(1);

    CommandAnswer answer = obey(submit("a"));

    assertThat(answer).isEqualTo(new CommandAnswer.Accepted(START));
    assertThat(engine.orders).containsExactly("a 1 on node-0");
  }

  @Test
  void aSecondJobOfANameIsRefusedWithAnAnswer() {
    withNodes(1);
    obey(submit("a"));

    assertRefused(
        submit("a"),
        "a job named a was submitted at 1970-01-01T00:00:00Z and is starting; submit this one under"
            + " another name");
    assertThat(heard(Event.Refused.class)).hasSize(1);
    assertThat(scheduler.refusedJobs()).isEqualTo(1);
  }

  @Test
  void aJobWhoseSpeedModelIsNotInstalledIsRefused() {
    withNodes(1);
    var elsewhere = SpeedSpec.of("elsewhere", Size.workers(1));

    assertRefused(
        new Command.Submit(spec("a"), elsewhere, Duration.ZERO),
        "the speed of job a cannot be made: no speed model is installed here, so \"elsewhere\""
            + " makes no speed");
    assertThat(scheduler.ledger().activeJobs()).isZero();
  }

  @Test
  void commandsForAnUnknownJobAreRefused() {
    List<Command> commands =
        List.of(
            new Command.Cancel(A, "no more"),
            new Command.Hold(A, "not now"),
            new Command.Resume(A),
            new Command.Amend(spec("a")),
            new Command.Scale(A, Size.workers(1)),
            new Command.Unscale(A));

    for (Command command : commands) {
      assertRefused(command, "no job named a waits or runs");
    }
    assertThat(happened).isEmpty();
  }

  @Test
  void aCancelledJobIsOverAndItsTasksEnd() {
    withNodes(1);
    obey(submit("a"));

    obey(new Command.Cancel(A, "no more"));

    assertThat(scheduler.ledger().find(A)).isEmpty();
    assertThat(engine.orders).containsExactly("a 1 on node-0", "a ends");
    assertThat(scheduler.endingJobs()).isOne();
    engine.report(new Event.Cancelled(START, A, "its tasks ended"));
    scheduler.round();
    assertThat(scheduler.endingJobs()).isZero();
    assertThat(heard(Event.Cancelled.class)).hasSize(1);
  }

  @Test
  void aJobThatIsCancelledBeforeItsFirstOrderNeedsNone() {
    obey(submit("a"));

    obey(new Command.Cancel(A, "no more"));

    assertThat(engine.orders).isEmpty();
  }

  @Test
  void aHeldJobStopsAndIsNotShownToThePolicyUntilItIsResumed() {
    withNodes(1);
    obey(submit("a"));

    obey(new Command.Hold(A, "not now"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing");
    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.QUEUED);
    assertThat(asked.getLast().jobs()).isEmpty();
    assertThat(applied.getLast().reasons().why(job(scheduler, "a")).kind())
        .isEqualTo(Reason.Kind.HELD);
    assertRefused(new Command.Hold(A, "again"), "job a is held already");

    obey(new Command.Resume(A));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing", "a 1 on node-0");
    assertRefused(new Command.Resume(A), "job a is not held");
  }

  @Test
  void aScaledJobHasTheSizeThatItsUserGaveIt() {
    withNodes(1);
    obey(submit("a"));

    obey(new Command.Scale(A, Size.workers(3)));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a 3 on node-0");
    assertThat(asked.getLast().jobs()).allMatch(job -> job.spec().bounds().isRigid());
    assertRefused(
        new Command.Scale(A, Size.workers(5)), "job a cannot have 5; its bounds are 1 to 4");

    obey(new Command.Unscale(A));

    assertThat(job(scheduler, "a").spec()).isEqualTo(spec("a"));
    assertRefused(new Command.Unscale(A), "the size of job a is not fixed by hand");
  }

  @Test
  void anAmendedJobChangesItsSizeOnlyIfThatIsNotAllowedAnyMore() {
    withNodes(1);
    obey(submit("a"));

    obey(new Command.Amend(spec("a").withQueue("night", 5)));

    assertThat(job(scheduler, "a").spec().priority()).isEqualTo(5);
    assertThat(engine.orders).containsExactly("a 1 on node-0");

    obey(
        new Command.Amend(
            JobSpec.of(
                A, Demand.perWorker(Resources.gpus(1)), Bounds.workers(2, 4), Work.steps(100))));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a 2 on node-0");
  }

  @Test
  void anAmendmentKeepsTheSizeOfAScaleCommand() {
    withNodes(1);
    obey(submit("a"));
    obey(new Command.Scale(A, Size.workers(3)));

    assertThat(obey(new Command.Amend(spec("a").withQueue("night", 5))))
        .isInstanceOf(CommandAnswer.Accepted.class);

    assertThat(job(scheduler, "a").spec().bounds()).isEqualTo(Bounds.rigid(Size.workers(3)));
    assertThat(job(scheduler, "a").spec().queue()).isEqualTo("night");
    assertRefused(
        new Command.Amend(
            JobSpec.of(
                A, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 2), Work.steps(100))),
        "the size of job a is fixed at 3 by hand, which bounds of 1 to 2 do not allow; unscale it"
            + " first");
  }

  @Test
  void theDemandsAndWorkOfAJobCannotBeAmended() {
    obey(submit("a"));

    assertRefused(
        new Command.Amend(spec("a").withDemand(Demand.perWorker(Resources.gpus(2)))),
        "the demand of job a cannot be changed; cancel it and submit another");
    assertRefused(
        new Command.Amend(spec("a").withWork(new Work(100, 0, "epochs"))),
        "the unit of work of job a cannot be changed; cancel it and submit another");
  }

  @Test
  void jobsBeyondTheQuotaOfTheirQueueWaitAndAreNotShownToThePolicy() {
    withNodes(1);
    obey(new Command.SetQueue(new Queue("default", Resources.gpus(1))));
    obey(submit("a"));

    obey(submit("b"));

    assertThat(engine.orders).containsExactly("a 1 on node-0");
    assertThat(asked.getLast().jobs()).extracting(Job::id).containsExactly(A);
    assertThat(applied.getLast().reasons().why(job(scheduler, "b")))
        .hasToString(
            "waits: queue default uses 1 gpu of its quota of 1 gpu, and this job takes 1 gpu at a size of 1");

    obey(new Command.SetQueue(new Queue("default", Resources.gpus(2))));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");
  }

  @Test
  void aGrantBeyondTheQuotaIsDropped() {
    Scheduler greedy = scheduler(cluster -> grants(cluster, Allocation.on(NODE, Size.workers(3))));
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(8))));
    var _ = inbox.send(new Command.SetQueue(new Queue("default", Resources.gpus(4))));
    var _ = inbox.send(submit("a"));
    var _ = inbox.send(submit("b"));

    greedy.round();

    assertThat(engine.orders).containsExactly("a 3 on node-0");
    assertThat(applied.getLast().reasons().why(job(greedy, "b")).kind())
        .isEqualTo(Reason.Kind.OVER_QUOTA);
    assertThat(rejected).isEmpty();
  }

  @Test
  void aQuotaBelowThePresentUseStopsNoJobAndLetsNoneGrow() {
    var size = new AtomicInteger(2);
    Scheduler growing =
        scheduler(cluster -> grants(cluster, Allocation.on(NODE, Size.workers(size.get()))));
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(8))));
    var _ = inbox.send(submit("a"));
    growing.round();
    var _ = inbox.send(new Command.SetQueue(new Queue("default", Resources.gpus(1))));
    growing.round();
    assertThat(applied.getLast().reasons().why(job(growing, "a")).kind())
        .isEqualTo(Reason.Kind.KEPT);

    size.set(3);
    var _ = inbox.send(new Command.SetQueue(new Queue("default", Resources.gpus(2))));
    growing.round();

    assertThat(engine.orders).containsExactly("a 2 on node-0");
    assertThat(applied.getLast().reasons().why(job(growing, "a")))
        .hasToString(
            "is not given 3: queue default uses 2 gpu of its quota of 2 gpu, and this job takes 3"
                + " gpu at a size of 3");
  }

  @Test
  void anotherPolicyDecidesFromNowOnAndAfterARestart() {
    withNodes(1);
    obey(submit("a"));

    assertRefused(
        new Command.SetPolicy("everything"), "unknown policy \"everything\"; known: nothing");
    obey(new Command.SetPolicy("nothing"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing");
    var successor = new Ledger(GivenSpeed.SPEEDS);
    happened.forEach(successor::fold);
    engine.orders.clear();
    scheduler(this::asAskedWhereThereIsRoom, DecisionTimes.ON_EVENTS, successor).round();
    assertThat(engine.orders).isEmpty();
  }

  @Test
  void aChosenPolicyIsMadeOnce() {
    obey(new Command.SetPolicy("nothing"));

    assertThat(made).containsExactly("nothing");
  }

  @Test
  void aClusterWithoutOtherPoliciesRefusesThem() {
    assertThatThrownBy(() -> Controls.none().policies().apply("fifo"))
        .hasMessage("the policy of this cluster cannot be changed to fifo");
  }

  @Test
  void anInboxThatIsFullRefuses() {
    var full = new Inbox(1, () -> {});

    CompletableFuture<CommandAnswer> first = full.send(submit("a"));
    CompletableFuture<CommandAnswer> second = full.send(submit("b"));

    assertThat(first).isNotDone();
    assertThat(second)
        .isCompletedWithValue(
            new CommandAnswer.Refused("1 commands wait already; send this one again later"));
  }

  @Test
  void aCommandIsAnsweredOnlyWhenItIsInTheJournal() {
    var journal = new ArrayList<Event>();
    var answer = new ArrayList<CompletableFuture<CommandAnswer>>();
    var scheduler =
        new Scheduler(
            SchedulerParts.of(this::oneWorkerEach, engine, engine, new Ledger(GivenSpeed.SPEEDS))
                .withJournal(events -> {
                  boolean isFirst = journal.isEmpty();
                  assertThat(answer.getFirst().isDone()).isEqualTo(!isFirst);
                  journal.addAll(events);
                })
                .withControls(Controls.of(inbox)));
    answer.add(inbox.send(submit("a")));

    scheduler.round();

    assertThat(answer.getFirst()).isDone();
    assertThat(journal).hasExactlyElementsOfTypes(Event.Submitted.class);
  }
}
