package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.history.Outcome;
import dev.ductile.history.Recorder;
import dev.ductile.history.Run;
import dev.ductile.history.Span;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecorderTest {
  private static final JobId A = new JobId("a");
  private static final Recorder.RunCounts COUNTS = new Recorder.RunCounts(0, 1, 0);

  @Test
  void unfinishedJobsCountTheirTimesUntilTheHorizon() {
    Run run =
        new SmallCluster()
            .job("short", 0, 4, 40)
            .job("long", 0, 4, 4_000)
            .job("waiting", 5, 4, 4_000)
            .job("starved", 6, 4, 4_000)
            .limits(new RunLimits(Duration.ofSeconds(100), 1_000))
            .play(SmallCluster::firstComeFirstServed);

    assertThat(run.totals().end()).isEqualTo(Run.End.HORIZON);
    assertThat(run.timeline().spans())
        .extracting(Span::job)
        .containsExactlyInAnyOrder("short", "long", "waiting");
    assertThat(outcome(run, "long").service()).isEqualTo(4 * 100);
    assertThat(outcome(run, "waiting").waiting()).isEqualTo(10 - 5);
    assertThat(outcome(run, "long").waiting()).isZero();
    assertThat(outcome(run, "starved").waiting()).isEqualTo(100 - 6);
    assertThat(run.totals().makespan()).isEqualTo(100);
  }

  @Test
  void aJobThatDoesNotTrainYetAtTheHorizonLosesTheTimeUntilThen() {
    Run run =
        new SmallCluster()
            .job("starting", 0, 4, 4_000)
            .rescale(new Rescale(Duration.ofSeconds(60), Map.of()))
            .limits(new RunLimits(Duration.ofSeconds(40), 1_000))
            .play(SmallCluster::firstComeFirstServed);

    assertThat(run.totals().secondsLost()).isEqualTo(40);
  }

  @Test
  void aRunWhoseJobsAreAllOverEndsWithTheLastOfThem() {
    var recorder =
        new Recorder(Instant.EPOCH, Nodes.uniform(2, Resources.gpus(4)), GivenSpeed.SPEEDS, true);
    recorder.happened(submitted(0, "a"));
    recorder.happened(new Event.Finished(at(10), A));
    Run run = recorder.run("fifo", 1, 1, at(200), Run.End.ALL_OVER, COUNTS);

    assertThat(run.totals().makespan()).isEqualTo(10);
  }

  @Test
  void movesRescalesAndPreemptionsAreCountedSeparately() {
    Allocation two = on("node-0", 2);
    Run run =
        recorded(
            submitted(0, "a"),
            new Event.Allocated(at(0), A, 1, Allocation.NONE, two),
            new Event.Allocated(at(1), A, 2, two, on("node-1", 2)),
            new Event.Allocated(at(2), A, 3, on("node-1", 2), on("node-1", 1)),
            new Event.Allocated(at(3), A, 4, on("node-1", 1), on("node-1", 4)),
            new Event.Allocated(at(4), A, 5, on("node-1", 4), Allocation.NONE),
            new Event.Allocated(at(6), A, 6, Allocation.NONE, two),
            new Event.Finished(at(10), A));

    assertThat(run.totals().moves()).isEqualTo(1);
    assertThat(run.totals().rescales()).isEqualTo(2);
    assertThat(run.totals().preemptions()).isEqualTo(1);
    assertThat(outcome(run, "a").waiting()).isEqualTo(2);
    assertThat(outcome(run, "a").service()).isEqualTo(2 + 2 + 1 + 4 + 2 * 4);
  }

  /** The equal share of two jobs that request all 8 GPUs is 4, and each takes twice as long. */
  @Test
  void fairnessComparesWithAnEqualShare() {
    JobId b = new JobId("b");
    Run run =
        recorded(
            submitted(0, "a"),
            submitted(0, "b"),
            new Event.Allocated(at(0), A, 1, Allocation.NONE, on("node-0", 4)),
            new Event.Allocated(at(0), b, 1, Allocation.NONE, on("node-1", 4)),
            new Event.Finished(at(25), A),
            new Event.Finished(at(25), b));

    assertThat(outcome(run, "a").fairness()).isEqualTo(1);
    assertThat(outcome(run, "b").fairness()).isEqualTo(1);
  }

  private static Run recorded(Event... events) {
    var recorder =
        new Recorder(Instant.EPOCH, Nodes.uniform(2, Resources.gpus(4)), GivenSpeed.SPEEDS, true);
    List.of(events).forEach(recorder::happened);
    return recorder.run("fifo", 1, 1, events[events.length - 1].at(), Run.End.ALL_OVER, COUNTS);
  }

  /** A job of 100 steps that requests 8 workers, with which it makes 8 steps a second. */
  private static Event submitted(long second, String name) {
    JobSpec spec =
        JobSpec.of(
                new JobId(name),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 8),
                Work.steps(100))
            .withRequest(Size.workers(8));
    return new Event.Submitted(at(second), spec, GivenSpeed.of(Allocation::workers), Duration.ZERO);
  }

  private static Allocation on(String node, int workers) {
    return Allocation.on(new NodeId(node), Size.workers(workers));
  }

  private static Instant at(long second) {
    return Instant.EPOCH.plusSeconds(second);
  }

  private static Outcome outcome(Run run, String job) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.job().equals(job))
        .findFirst()
        .orElseThrow();
  }
}
