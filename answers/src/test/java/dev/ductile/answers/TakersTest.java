package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Progress;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The jobs that take the place of another one, against their definition. */
final class TakersTest {
  private static final int NODES = 6;
  private static final int JOBS = 30;

  @Test
  void takersGetMoreTasksOnANodeThatTheJobLeaves() {
    for (long seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var jobs = new ArrayList<JobDiff>();
      for (int i = 0; i < JOBS; i++) {
        jobs.add(diff(i, random));
      }
      Takers takers = Takers.of(jobs);
      for (JobDiff diff : jobs) {
        assertThat(takers.of(diff))
            .as("job %s, seed %d", diff.job().id(), seed)
            .isEqualTo(jobs.stream().filter(other -> takes(other, diff)).toList());
      }
    }
  }

  private static boolean takes(JobDiff other, JobDiff diff) {
    for (int node = 0; node < NODES; node++) {
      if (tasks(diff.to(), node) < tasks(diff.from(), node)
          && tasks(other.to(), node) > tasks(other.from(), node)) {
        return true;
      }
    }
    return false;
  }

  private static int tasks(Allocation allocation, int node) {
    return allocation.shares().stream()
        .filter(share -> share.node().equals(node(node)))
        .mapToInt(share -> share.size().tasks())
        .sum();
  }

  private static JobDiff diff(int number, Random random) {
    var spec =
        JobSpec.of(
            new JobId("job-" + number),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 9),
            Work.steps(10));
    Job job =
        Job.submitted(spec, number, Instant.EPOCH, Speed.UNKNOWN, Duration.ZERO)
            .withAllocation(
                allocation(random), JobState.RUNNING, Progress.none(Instant.EPOCH), Instant.EPOCH);
    return new JobDiff(
        job,
        allocation(random),
        RescaleMode.CHECKPOINT,
        Reason.of(Reason.Kind.KEPT, "stays as it is"));
  }

  private static Allocation allocation(Random random) {
    var sizes = new HashMap<NodeId, Size>();
    for (int i = random.nextInt(3); i > 0; i--) {
      sizes.put(node(random.nextInt(NODES)), Size.workers(1 + random.nextInt(2)));
    }
    return Allocation.of(sizes);
  }

  private static NodeId node(int node) {
    return new NodeId("node-" + node);
  }
}
