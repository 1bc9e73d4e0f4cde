package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.rest.JobSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SampleRecorderTest {
  private static final NodeId NODE = new NodeId("node");

  private static final Program PRINTS_ITERATIONS =
      new Program(
          List.of("python3", "fit.py"),
          Map.of(),
          "",
          "iter (?P<step>[0-9]+)/[0-9]+ mse=(?P<loss>[0-9.]+)",
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          3);

  private final List<JobSample> taken = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private Job job = job();
  private final SampleRecorder recorder =
      new SampleRecorder(() -> now, _ -> Optional.of(job), (_, sample) -> taken.add(sample));

  /** After a change the job has the rate that its speed model predicts, until it reports. */
  @Test
  void aPredictedRateIsNoMeasurement() {
    allocated(2, 18);
    report(3);
    report(4);
    progressed(16);
    report(5);
    allocated(4, 30);
    report(6);
    progressed(25);
    report(7);

    assertThat(taken.stream().map(JobSample::stepsPerSecond))
        .containsExactly(0.0, 0.0, 16.0, 0.0, 25.0);
  }

  @Test
  void oneReportOfASecondIsKept() {
    allocated(1, 9);
    report(1);
    recorder.take(job.id(), line(2));
    recorder.take(job.id(), "no report");
    report(3);

    assertThat(taken.stream().map(JobSample::step)).containsExactly(1.0, 2.0);
  }

  @Test
  void aRegularExpressionFindsStepsAndLosses() {
    job = job.with(job.spec().withProgram(PRINTS_ITERATIONS), job.manualOverride());
    allocated(1, 9);
    recorder.take(job.id(), line(1));
    recorder.take(job.id(), "iter 7/400 mse=0.25");
    recorder.take(job.id(), "iter 8/400 mse=0.21");

    assertThat(taken.stream().map(sample -> sample.step() + " " + sample.loss().orElseThrow()))
        .containsExactly("7.0 0.25");
  }

  private void allocated(int workers, double predicted) {
    job =
        job.withAllocation(
            Allocation.on(NODE, Size.workers(workers)),
            JobState.RUNNING,
            job.progress().change(now, predicted, workers),
            now);
  }

  private void progressed(double measured) {
    job = job.with(job.progress().correct(now, 1, measured));
  }

  private void report(int step) {
    recorder.take(job.id(), line(step));
    now = now.plusSeconds(1);
  }

  private static String line(int step) {
    return "{\"step\": %d}".formatted(step);
  }

  private static Job job() {
    JobSpec spec =
        JobSpec.of(
            new JobId("ads"),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(100));
    return Job.submitted(spec, 0, Instant.EPOCH, Speed.UNKNOWN, Duration.ZERO);
  }
}
