package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.TimedCommand;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordedRunTest {
  private static final Instant START = Instant.parse("2026-01-02T15:04:05.5Z");
  private static final RunLimits LIMITS = new RunLimits(Duration.ofMinutes(5), 1_000);
  private static final JobId A = new JobId("a");
  private static final JobId B = new JobId("b");
  private static final Node FIRST = new Node(new NodeId("node-0"), Resources.gpus(4));
  private static final Node SECOND = new Node(new NodeId("node-1"), Resources.gpus(4));
  private static final Allocation WHERE = Allocation.on(FIRST.id(), Size.workers(2));

  @TempDir private Path folder;

  @Test
  void timesOfJobsAreThoseOfTheEvents() {
    Run run =
        recorded(
                up(0, FIRST),
                submitted(1, A),
                new Event.Allocated(at(3), A, 1, Allocation.NONE, WHERE),
                submitted(4, B),
                new Event.Finished(at(10.25), A))
            .run("srtf", EveryEvent.CATALOG);

    assertThat(run.policy()).isEqualTo("srtf");
    assertThat(run.totals().end()).isEqualTo(Run.End.HORIZON);
    assertThat(run.outcomes())
        .extracting(
            Outcome::job, Outcome::ending, Outcome::started, Outcome::completion, Outcome::waiting)
        .containsExactly(
            tuple("a", Outcome.Ending.FINISHED, 3.0, 9.25, 2.0),
            tuple("b", Outcome.Ending.UNFINISHED, Double.NaN, Double.NaN, 6.25));
  }

  @Test
  void jobsThatTheRunCancelledAtItsLimitAreUnfinishedAndNotKilled() {
    String limit = RunEnd.HORIZON.sentence(LIMITS);
    RecordedRun recorded =
        recorded(
            up(0, FIRST),
            submitted(0, A),
            submitted(0, B),
            new Event.Cancelled(at(7), A, "by its user"),
            new Event.Cancelled(at(300), B, limit));

    assertThat(recorded.run("", EveryEvent.CATALOG).outcomes())
        .extracting(Outcome::job, Outcome::ending)
        .containsExactly(tuple("a", Outcome.Ending.KILLED), tuple("b", Outcome.Ending.UNFINISHED));
    assertThat(recorded.limit()).contains(limit);
    assertThat(recorded.setbacks())
        .containsExactly(
            new RecordedRun.Setback(A, RecordedRun.Setback.Kind.CANCELLED, "by its user"));
    assertThat(recorded.commands())
        .extracting(TimedCommand::command)
        .filteredOn(Command.Cancel.class::isInstance)
        .containsExactly(new Command.Cancel(A, "by its user"));
  }

  @Test
  void setbacksNameTheJobsThatDidNotFinish() {
    RecordedRun recorded =
        recorded(
            new Event.Refused(at(1), A, "there is one already"),
            submitted(1, B),
            new Event.Failed(at(2), B, "exit status 3"));

    assertThat(recorded.setbacks())
        .extracting(RecordedRun.Setback::job, RecordedRun.Setback::kind)
        .containsExactly(
            tuple(A, RecordedRun.Setback.Kind.REFUSED), tuple(B, RecordedRun.Setback.Kind.FAILED));
    assertThat(recorded.commands())
        .endsWith(new TimedCommand(at(2), new Command.Cancel(B, "exit status 3")));
    assertThat(recorded.limit()).isEmpty();
    assertThat(recorded.activeJobs()).isEmpty();
  }

  @Test
  void jobsWithoutASpeedAreKnownUnlessTheyFailed() {
    RecordedRun recorded =
        recorded(
            submitted(0, A),
            new Event.Submitted(at(1), spec(B), SpeedSpec.UNKNOWN, Duration.ZERO),
            new Event.Submitted(at(1), spec(new JobId("c")), SpeedSpec.UNKNOWN, Duration.ZERO),
            new Event.Failed(at(2), B, "exit status 3"));

    assertThat(recorded.jobsWithoutSpeed()).containsExactly(new JobId("c"));
  }

  @Test
  void theSpeedThatWasLearnedLastIsTheTrueOneOfItsSubmission() {
    SpeedSpec given = new Constant(2).spec();
    SpeedSpec learned = new Constant(3).spec();
    RecordedRun recorded =
        recorded(
            submitted(0, A),
            new Event.SpeedLearned(at(1), A, new Constant(7).spec()),
            new Event.SpeedLearned(at(2), A, learned),
            new Event.Cancelled(at(3), A, "by its user"),
            submitted(4, A),
            new Event.Submitted(at(5), spec(B), SpeedSpec.UNKNOWN, Duration.ZERO),
            new Event.SpeedLearned(at(6), B, learned));

    assertThat(recorded.submissions())
        .containsExactly(
            new Submission(at(0), spec(A), learned, given),
            new Submission(at(4), spec(A), given),
            new Submission(at(5), spec(B), learned, SpeedSpec.UNKNOWN));
    assertThat(recorded.jobsWithoutSpeed()).isEmpty();
    assertThat(recorded.jobsWithLearnedSpeed()).containsExactly(A, B);
  }

  @Test
  void reportsOfProgressTakeNoMemory() throws IOException {
    Path journal = folder.resolve("journal");
    try (var writer = FileJournal.open(journal, new EventCodec(EveryEvent.CATALOG), _ -> {})) {
      writer.append(List.of(up(0, FIRST), submitted(0, A)));
      for (int i = 1; i <= 50; i++) {
        writer.append(List.of(new Event.Progressed(at(i), A, 1, i, 1)));
      }
    }

    RecordedRun recorded = RecordedRun.read(journal, EveryEvent.CATALOG, 3);

    assertThat(recorded.events())
        .containsExactly(up(0, FIRST), submitted(0, A), new Event.Progressed(at(50), A, 1, 50, 1));
    assertThatThrownBy(() -> RecordedRun.read(journal, EveryEvent.CATALOG, 2))
        .isInstanceOf(InputException.class)
        .hasMessage(
            journal
                + " has more than 2 events besides reports of progress; a run of so many cannot be"
                + " replayed");
  }

  @Test
  void everyAcceptedCommandIsFoundInItsEvent() {
    var submit = new Command.Submit(spec(A), new Constant(2).spec(), Duration.ofSeconds(3));
    var longer = spec(A).withWork(Work.steps(7));
    var queue = new Queue("night", Resources.gpus(8));

    assertThat(
            recorded(
                    up(0, FIRST),
                    submitted(1, A),
                    new Event.Refused(at(2), B, "no"),
                    new Event.Held(at(2), A, "not now"),
                    new Event.Resumed(at(3), A),
                    new Event.Amended(at(4), longer),
                    new Event.Scaled(at(5), A, Size.workers(3)),
                    new Event.Unscaled(at(6), A),
                    new Event.NodeDrained(at(7), FIRST.id(), "a new disk"),
                    new Event.NodeUndrained(at(8), FIRST.id()),
                    new Event.QueueSet(at(9), queue),
                    new Event.PolicySet(at(10), "srtf"),
                    new Event.Cancelled(at(11), A, "no more"))
                .commands())
        .containsExactly(
            new TimedCommand(at(1), submit),
            new TimedCommand(at(2), new Command.Hold(A, "not now")),
            new TimedCommand(at(3), new Command.Resume(A)),
            new TimedCommand(at(4), new Command.Amend(longer)),
            new TimedCommand(at(5), new Command.Scale(A, Size.workers(3))),
            new TimedCommand(at(6), new Command.Unscale(A)),
            new TimedCommand(at(7), new Command.Drain(FIRST.id(), "a new disk")),
            new TimedCommand(at(8), new Command.Undrain(FIRST.id())),
            new TimedCommand(at(9), new Command.SetQueue(queue)),
            new TimedCommand(at(10), new Command.SetPolicy("srtf")),
            new TimedCommand(at(11), new Command.Cancel(A, "no more")));
  }

  @Test
  void nodesThatComeAndGoAfterTheFirstJobAreChanges() {
    var larger = new Node(FIRST.id(), Resources.gpus(8));
    var down = new Event.NodeDown(at(3), SECOND.id(), "its disk is gone");
    RecordedRun recorded =
        recorded(
            up(0, FIRST),
            up(0, SECOND),
            submitted(1, A),
            up(2, FIRST),
            down,
            new Event.NodeDrained(at(4), FIRST.id(), "a new disk"),
            up(5, larger));

    assertThat(recorded.nodes().list()).containsExactly(FIRST, SECOND);
    assertThat(recorded.laterNodeChanges()).containsExactly(down, up(5, larger));
  }

  @Test
  void aRunWhoseNodesComeLateBeginsWithTheFirstOfThem() {
    RecordedRun recorded = recorded(submitted(0, A), up(1, FIRST), up(2, SECOND));

    assertThat(recorded.nodes().list()).containsExactly(FIRST);
    assertThat(recorded.laterNodeChanges()).containsExactly(up(2, SECOND));
  }

  @Test
  void aRunThatHasNotBegunHasNoOutcome() throws IOException {
    for (String begun : List.of("", "ductile-jou", "ductile-journal 2\n")) {
      Path journal = Files.writeString(folder.resolve("journal"), begun);
      RecordedRun recorded = RecordedRun.read(journal, EveryEvent.CATALOG);

      assertThat(recorded.run("", EveryEvent.CATALOG).outcomes()).isEmpty();
      assertThat(recorded.nodes().count()).isZero();
      assertThat(recorded.laterNodeChanges()).isEmpty();
    }
  }

  @Test
  void aFolderWithoutAJournalIsNoRun() throws IOException {
    Path missing = folder.resolve("journal");
    assertThatThrownBy(() -> RecordedRun.read(missing, EveryEvent.CATALOG))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "there is no journal " + missing + "; name the folder of one run of 'ductile run'");

    Files.createDirectory(missing);
    assertThatThrownBy(() -> RecordedRun.read(missing, EveryEvent.CATALOG))
        .isInstanceOf(InputException.class);
  }

  private static RecordedRun recorded(Event... events) {
    return new RecordedRun(List.of(events));
  }

  private static Event.NodeUp up(double second, Node node) {
    return new Event.NodeUp(at(second), node);
  }

  private static Event submitted(double second, JobId job) {
    return new Event.Submitted(
        at(second), spec(job), new Constant(2).spec(), Duration.ofSeconds(3));
  }

  private static JobSpec spec(JobId job) {
    return JobSpec.of(
        job, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 4), Work.steps(100));
  }

  private static Instant at(double second) {
    return START.plusNanos(Math.round(second * 1e9));
  }
}
