package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Observer;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.scheduler.TimedCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The users of a simulated cluster send their commands by the same way as all others. */
final class UsersTest {
  private static final JobId A = new JobId("a");

  private final List<Event> story = new ArrayList<>();

  @Test
  void commandsOfOneInstantReachTheSchedulerInOneRound() {
    Scheduler scheduler =
        play(new TimedCommand(at(5), submit("a")), new TimedCommand(at(5), submit("b")));

    assertThat(scheduler.decisions()).isEqualTo(3); // the nodes, both jobs, the end of one of them
    assertThat(heard(Event.Submitted.class)).extracting(Event::at).containsExactly(at(5), at(5));
  }

  @Test
  void aSecondJobOfANameIsRefusedAsACommandIs() {
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
  void aJobThatIsCancelledBeforeAnyOrderLeavesNothingInTheWorld() {
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

  private Scheduler play(TimedCommand... commands) {
    var world =
        new World(
            new SmallCluster().scenario(), GivenSpeed.SPEEDS, 1, List.of(commands).iterator());
    var observer =
        new Observer() {
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
    var spec =
        JobSpec.of(
                new JobId(name),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 8),
                Work.steps(100))
            .withRequest(Size.workers(workers));
    return new Command.Submit(spec, GivenSpeed.of(_ -> 1), Duration.ZERO);
  }

  private static Instant at(long second) {
    return SmallCluster.START.plusSeconds(second);
  }
}
