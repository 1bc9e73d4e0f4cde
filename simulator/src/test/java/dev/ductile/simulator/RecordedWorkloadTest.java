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
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.history.RecordedRun;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.trace.DuctileTrace;
import dev.ductile.scenario.trace.TraceWriter;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedWorkloadTest {
  private static final SpeedSpec LEARNED = new Constant(23).spec();

  private final List<Event> events = new ArrayList<>();

  @TempDir private Path folder = Path.of("");

  @Test
  void aJobWithKnownWorkKeepsItAndTrainsAtItsLearnedSpeed() {
    submit("learned", Work.steps(3000), SpeedSpec.UNKNOWN);
    events.add(new Event.SpeedLearned(at(40), new JobId("learned"), LEARNED));
    finish("learned", 131);

    var workload = RecordedWorkload.of(new RecordedRun(events));

    assertThat(workload.jobs())
        .hasSize(1)
        .allSatisfy(job -> {
          assertThat(job.spec().work()).isEqualTo(Work.steps(3000));
          assertThat(job.speed()).isEqualTo(LEARNED);
          assertThat(job.expected().isUnknown()).isTrue();
        });
    assertThat(workload.jobs().getFirst().speed())
        .isEqualTo(new RecordedRun(events).submissions().getFirst().speed());
    assertThat(workload.assumptions())
        .containsExactly(
            "jobs whose speeds were learned (1) train at these speeds; the scheduler is given those of"
                + " the submission");
  }

  @Test
  void aJobWithoutKnownWorkTakesAsLongAsItDid() {
    submit("command", Work.UNKNOWN, SpeedSpec.UNKNOWN);
    finish("command", 131);

    var workload = RecordedWorkload.of(new RecordedRun(events));

    assertThat(workload.jobs())
        .hasSize(1)
        .allSatisfy(job -> assertThat(job.spec().work().steps()).isEqualTo(121));
    assertThat(workload.assumptions())
        .containsExactly(
            "jobs that did not say how long they take (1) take as long as they did, at any size");
  }

  @Test
  void aTraceKeepsTheSpeedsThatWereLearned() throws Exception {
    submit("learned", Work.steps(3000), SpeedSpec.UNKNOWN);
    events.add(new Event.SpeedLearned(at(40), new JobId("learned"), LEARNED));
    finish("learned", 131);
    var workload = RecordedWorkload.of(new RecordedRun(events));
    Path trace = folder.resolve("trace.jsonl");

    TraceWriter.write(trace, "a test", workload.assumptions(), workload.jobs().stream());

    var reading =
        new TraceFormat.Reading(
            Catalog.installed(), Nodes.uniform(1, Resources.gpus(8)), new Strict());
    try (Stream<Submission> read = new DuctileTrace().read(InputFile.of(trace), reading)) {
      assertThat(read.toList())
          .hasSize(1)
          .allSatisfy(job -> {
            assertThat(job.spec().work().steps()).isEqualTo(3000);
            assertThat(job.speed()).isEqualTo(LEARNED);
            assertThat(job.expected().isUnknown()).isTrue();
          });
    }
  }

  /** Makes each mistake an exception. */
  private static final class Strict implements TraceFormat.Findings {
    @Override
    public void wrong(InputException problem) {
      throw problem;
    }

    @Override
    public void skipped(String reason) {}
  }

  private void submit(String name, Work work, SpeedSpec speed) {
    JobSpec spec =
        JobSpec.of(
            new JobId(name), Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 4), work);
    events.add(new Event.Submitted(at(0), spec, speed, Duration.ZERO));
    events.add(
        new Event.Allocated(
            at(10),
            spec.id(),
            1,
            Allocation.NONE,
            Allocation.on(new NodeId("node-0"), Size.workers(1))));
  }

  private void finish(String name, long second) {
    events.add(new Event.Finished(at(second), new JobId(name)));
  }

  private static Instant at(long second) {
    return Instant.EPOCH.plusSeconds(second);
  }
}
