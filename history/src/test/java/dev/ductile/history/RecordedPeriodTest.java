package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Dependency;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.TimedCommand;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RecordedPeriodTest {
  private static final Instant START = Instant.parse("2026-01-02T15:04:05Z");
  private static final Node NODE = new Node(new NodeId("node-0"), Resources.gpus(4));
  private static final Allocation WHERE = Allocation.on(NODE.id(), Size.workers(1));
  private static final JobId OVER = new JobId("over");
  private static final JobId RUNNING = new JobId("running");
  private static final JobId HELD = new JobId("held");
  private static final JobId LATER = new JobId("later");

  @Test
  void aRunningJobBeginsWithTheWorkThatItHasLeft() throws IOException {
    RecordedRun period = period(100, Optional.empty());

    assertThat(period.nodes().list()).containsExactly(NODE);
    assertThat(period.submissions())
        .extracting(
            job -> job.spec().id(), job -> job.spec().work().steps(), job -> seconds(job.at()))
        .containsExactly(
            tuple(RUNNING, 910.0, 100.0), tuple(HELD, 1000.0, 100.0), tuple(LATER, 1000.0, 200.0));
    assertThat(period.commands())
        .extracting(TimedCommand::command)
        .filteredOn(Command.Hold.class::isInstance)
        .extracting(command -> ((Command.Hold) command).job())
        .containsExactly(HELD);
    assertThat(period.run("", EveryEvent.CATALOG).outcomes())
        .extracting(Outcome::job, Outcome::ending)
        .contains(tuple("running", Outcome.Ending.FINISHED));
  }

  @Test
  void aDependencyOnAJobThatIsOverIsDropped() throws IOException {
    assertThat(period(100, Optional.empty()).submissions().getLast().spec().after()).isEmpty();
    assertThat(period(0, Optional.empty()).submissions().getLast().spec().after()).hasSize(1);
  }

  @Test
  void thePeriodEndsBeforeItsEnd() throws IOException {
    RecordedRun period = period(0, Optional.of(200));

    assertThat(period.submissions())
        .extracting(job -> job.spec().id())
        .containsExactly(OVER, RUNNING, HELD);
    assertThat(period.activeJobs()).containsExactly(RUNNING, HELD);
  }

  @Test
  void aPeriodAfterTheLastEventHasTheJobsThatRemain() throws IOException {
    assertThat(period(5_000, Optional.empty()).activeJobs()).containsExactly(HELD, LATER);
  }

  @Test
  void aJobWithoutAKnownEndTakesAsLongAsInTheRun() {
    JobSpec endless = spec(RUNNING, List.of()).withWork(Work.UNKNOWN);
    var recorded =
        new RecordedRun(
            List.of(
                new Event.NodeUp(at(0), NODE),
                new Event.Submitted(at(0), endless, SpeedSpec.UNKNOWN, Duration.ZERO),
                new Event.Allocated(at(10), RUNNING, 1, Allocation.NONE, WHERE),
                new Event.Allocated(at(20), RUNNING, 2, WHERE, Allocation.NONE),
                new Event.Allocated(at(50), RUNNING, 3, Allocation.NONE, WHERE),
                new Event.Finished(at(80), RUNNING)));

    Submission job = recorded.submissions().getFirst();
    assertThat(job.expected()).isEqualTo(SpeedSpec.UNKNOWN);
    assertThat(job.speed()).isEqualTo(new Constant(Work.UNKNOWN.steps() / 40).spec());
    assertThat(recorded.jobsOfRecordedLength()).containsExactly(RUNNING);
    assertThat(recorded.jobsWithoutSpeed()).isEmpty();
    assertThat(recorded.jobsWithLearnedSpeed()).isEmpty();
  }

  private static RecordedRun period(int from, Optional<Integer> to) throws IOException {
    EventSource source =
        new RecordedPeriod(
            events -> whole().forEach(events),
            EveryEvent.CATALOG,
            at(from),
            to.map(RecordedPeriodTest::at));
    return RecordedRun.read("journal", source);
  }

  private static List<Event> whole() {
    return List.of(
        new Event.NodeUp(at(0), NODE),
        submitted(0, spec(OVER, List.of())),
        submitted(0, spec(RUNNING, List.of())),
        submitted(0, spec(HELD, List.of())),
        new Event.Held(at(1), HELD, "by its user"),
        new Event.Finished(at(5), OVER),
        new Event.Allocated(at(10), RUNNING, 1, Allocation.NONE, WHERE),
        new Event.Running(at(10), RUNNING, 1, WHERE, 1),
        submitted(200, spec(LATER, List.of(new Dependency(OVER, Dependency.Condition.SUCCEEDED)))),
        new Event.Progressed(at(300), RUNNING, 1, 290, 1),
        new Event.Finished(at(1010), RUNNING));
  }

  private static Event submitted(int seconds, JobSpec spec) {
    return new Event.Submitted(at(seconds), spec, new Constant(1).spec(), Duration.ZERO);
  }

  private static JobSpec spec(JobId id, List<Dependency> after) {
    return JobSpec.of(
            id,
            Demand.perWorker(Resources.gpus(1)),
            Bounds.rigid(Size.workers(1)),
            Work.steps(1000))
        .withAfter(after);
  }

  private static double seconds(Instant at) {
    return Duration.between(START, at).toSeconds();
  }

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }
}
