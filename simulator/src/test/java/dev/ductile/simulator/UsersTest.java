package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.scheduler.TimedCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The users of a simulated cluster send commands by an inbox, as all users do. */
final class UsersTest {
  private static final JobId A = new JobId("a");

  private final List<Event> story = new ArrayList<>();
  private final List<Event.OfNode> nodeChanges = new ArrayList<>();

  @Test
  void commandsOfOneInstantReachTheSchedulerInOneRound() {
    Scheduler scheduler =
        play(new TimedCommand(at(5), submit("a")), new TimedCommand(at(5), submit("b")));

    assertThat(scheduler.decisions()).isEqualTo(3); // the nodes, both jobs, the end of one of them
    assertThat(heard(Event.Submitted.class)).extracting(Event::at).containsExactly(at(5), at(5));
  }

  @Test
  void aSecondJobOfANameIsRefused() {
    Scheduler scheduler =
        play(new TimedCommand(at(0), submit("a")), new TimedCommand(at(5), submit("a")));

    assertThat(heard(Event.Refused.class))
        .containsExactly(
            new Event.Refused(
                at(5),
                A,
                "a job named a was submitted at 1970-01-01T00:00:00Z and is running; submit this"
                    + " one under another name"));
    assertThat(scheduler.refusedJobs()).isEqualTo(1);
  }

  @Test
  void aJobThatIsCancelledBeforeAnyOrderIsRemovedFromTheWorld() {
    play(
        new TimedCommand(at(0), submit("first", 4)),
        new TimedCommand(at(0), submit("second", 4)),
        new TimedCommand(at(1), submit("a")),
        new TimedCommand(at(2), new Command.Cancel(A, "no more")));

    assertThat(heard(Event.Cancelled.class))
        .containsExactly(new Event.Cancelled(at(2), A, "no more"));
    assertThat(story.getLast()).isInstanceOf(Event.Finished.class);
  }

  @Test
  void aJobIsHeldAndResumedAtTheInstantsOfTheCommands() {
    play(
        new TimedCommand(at(0), submit("a")),
        new TimedCommand(at(40), new Command.Hold(A, "not now")),
        new TimedCommand(at(70), new Command.Resume(A)));

    assertThat(heard(Event.Finished.class)).containsExactly(new Event.Finished(at(130), A));
  }

  @Test
  void aJobGoesOnToItsAmendedTotalOfSteps() {
    play(
        new TimedCommand(at(0), submit("a")),
        new TimedCommand(at(0), submit("shorter")),
        new TimedCommand(at(0), submit("over")),
        new TimedCommand(at(30), amend("a", Work.steps(250))),
        new TimedCommand(at(30), amend("shorter", Work.steps(40))),
        new TimedCommand(at(30), amend("over", Work.steps(10))));

    assertThat(heard(Event.Finished.class))
        .containsExactly(
            new Event.Finished(at(30), new JobId("over")),
            new Event.Finished(at(40), new JobId("shorter")),
            new Event.Finished(at(250), A));
  }

  @Test
  void aJobThatIsAmendedBeforeItStartsHasItsNewTotal() {
    play(
        new TimedCommand(at(0), submit("first", 4)),
        new TimedCommand(at(0), submit("second", 4)),
        new TimedCommand(at(1), submit("a")),
        new TimedCommand(at(2), amend("a", Work.steps(7))));

    assertThat(heard(Event.Finished.class)).endsWith(new Event.Finished(at(107), A));
  }

  /** A scheduler that dies before it answers leaves the amendment to the order of the next one. */
  @Test
  void anOrderHasTheAmendedTotal() {
    try (var world =
        new World(
            new SmallCluster().scenario(),
            GivenSpeed.SPEEDS,
            1,
            _ -> Collections.emptyIterator(),
            List.of())) {
      var where = Allocation.on(new NodeId("node-0"), Size.workers(1));
      world.prepare(submit("a"));
      world.apply(new Order(1, spec("a", 1), where));
      world.adopt(List.of(new Order(1, spec("a", 1).withWork(Work.steps(40)), where)));
      world.poll();

      world.sleepUntil(at(1_000));

      assertThat(world.poll()).containsExactly(new Event.Finished(at(40), A));
    }
  }

  @Test
  void anAmendmentThatIsRefusedChangesNothing() {
    play(
        new TimedCommand(at(0), submit("a")),
        new TimedCommand(at(30), amend("a", new Work(250, 0, "epochs"))));

    assertThat(heard(Event.Finished.class)).containsExactly(new Event.Finished(at(100), A));
  }

  @Test
  void aJobThatIsSubmittedAgainAfterItsCancellationIsRefused() {
    play(
        new TimedCommand(at(0), submit("a")),
        new TimedCommand(at(30), new Command.Cancel(A, "no more")),
        new TimedCommand(at(30), submit("a")));

    assertThat(heard(Event.Refused.class))
        .containsExactly(
            new Event.Refused(
                at(30),
                A,
                "a job named a was submitted before and is over; submit this one under another"
                    + " name"));
    assertThat(heard(Event.Finished.class)).isEmpty();
  }

  @Test
  void aJobThatIsSubmittedTwiceAtOneTimeRunsOnce() {
    play(
        new TimedCommand(at(0), submit("a")),
        new TimedCommand(at(0), new Command.Cancel(A, "no more")),
        new TimedCommand(at(0), submit("a")),
        new TimedCommand(at(1), submit("b")),
        new TimedCommand(at(2), new Command.Cancel(A, "again")),
        new TimedCommand(at(2), submit("a")),
        new TimedCommand(at(2), new Command.Cancel(A, "not at all")));

    assertThat(heard(Event.Finished.class))
        .containsExactly(new Event.Finished(at(101), new JobId("b")));
  }

  @Test
  void changesOfANodeAtOneTimeHappenInTheirOrder() {
    for (int i = 0; i < 6; i++) {
      var third = new Node(new NodeId("third"), Resources.gpus(8 + i));
      nodeChanges.add(new Event.NodeUp(at(10), third));
      nodeChanges.add(new Event.NodeDown(at(10), third.id(), "the node failed"));
    }

    play(new TimedCommand(at(0), submit("a")));

    assertThat(heard(Event.OfNode.class)).endsWith(nodeChanges.toArray(Event.OfNode[]::new));
  }

  @Test
  void aChangeFromBeforeTheFirstSubmissionHappensThen() {
    var third = new Node(new NodeId("third"), Resources.gpus(8));
    nodeChanges.add(new Event.NodeUp(at(-5), third));

    play(new TimedCommand(at(0), submit("a")));

    assertThat(heard(Event.OfNode.class)).endsWith(new Event.NodeUp(at(0), third));
    assertThat(heard(Event.class)).extracting(Event::at).isSorted();
  }

  @Test
  void nodesComeAndGoAsTheyAreRecorded() {
    var third = new Node(new NodeId("third"), Resources.gpus(8));
    nodeChanges.add(new Event.NodeUp(at(10), third));
    nodeChanges.add(new Event.NodeDown(at(60), third.id(), "the node failed"));
    nodeChanges.add(new Event.NodeUp(at(70), third));

    play(new TimedCommand(at(0), submit("a", 8)));

    assertThat(heard(Event.OfNode.class)).endsWith(nodeChanges.toArray(Event.OfNode[]::new));
    assertThat(heard(Event.Crashed.class))
        .extracting(Event::at, Event.Crashed::why)
        .containsExactly(tuple(at(60), "node third failed"));
    assertThat(heard(Event.Finished.class)).containsExactly(new Event.Finished(at(170), A));
  }

  private Scheduler play(TimedCommand... commands) {
    var world =
        new World(
            new SmallCluster().scenario(),
            GivenSpeed.SPEEDS,
            1,
            _ -> List.of(commands).iterator(),
            nodeChanges);
    var observer =
        new SchedulerObserver() {
          @Override
          public void happened(Event event) {
            story.add(event);
          }
        };
    var scheduler =
        new Scheduler(
            SchedulerParts.of(
                    SmallCluster::firstComeFirstServed, world, world, new Ledger(GivenSpeed.SPEEDS))
                .withControls(Controls.of(world.inbox()))
                .withObserver(observer));
    scheduler.runUntil(_ -> world.isOver() || world.isPastHorizon());
    assertThat(world.isOver()).isTrue();
    return scheduler;
  }

  private <E extends Event> List<E> heard(Class<E> kind) {
    return story.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static Command submit(String name) {
    return submit(name, 1);
  }

  private static Command submit(String name, int workers) {
    return new Command.Submit(spec(name, workers), GivenSpeed.of(_ -> 1), Duration.ZERO);
  }

  private static Command amend(String name, Work work) {
    return new Command.Amend(spec(name, 1).withWork(work));
  }

  private static JobSpec spec(String name, int workers) {
    return JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 8),
            Work.steps(100))
        .withRequest(Size.workers(workers));
  }

  private static Instant at(long second) {
    return SmallCluster.START.plusSeconds(second);
  }
}
