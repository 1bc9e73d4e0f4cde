package dev.ductile.learned.sets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans that the teacher of sets replaces. */
final class PoorSizesTest {
  private static final Job JOB = slowedByWorkers();
  private static final Cluster CLUSTER =
      Cluster.of(Instant.EPOCH, Nodes.uniform(1, Resources.gpus(8)), List.of(JOB));

  @Test
  void aSizeThatIsSlowerThanTheLeastIsPoor() {
    assertThat(new PoorSizes().poor(CLUSTER, plan(4)))
        .hasValueSatisfying(cause -> assertThat(cause).contains("slowed", "is faster with"));
    assertThat(new PoorSizes().poor(CLUSTER, plan(2))).isEmpty();
    assertThat(new PoorSizes().poor(CLUSTER, plan(1))).isEmpty();
  }

  @Test
  void aPlanInWhichAllJobsWaitIsPoor() {
    assertThat(new PoorSizes().poor(CLUSTER, plan(List.of())))
        .hasValueSatisfying(cause -> assertThat(cause).contains("gives nothing"));
  }

  private static Plan plan(int workers) {
    Allocation allocation = Allocation.on(new NodeId("node-0"), Size.workers(workers));
    return plan(List.of(new Grant(JOB, allocation)));
  }

  private static Plan plan(List<Grant> grants) {
    return Plan.of(grants, _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits"));
  }

  /** A job that is fastest with two workers, and slower with three than with one. */
  private static Job slowedByWorkers() {
    var spec =
        JobSpec.of(
            new JobId("slowed"),
            Demand.perWorker(Resources.gpus(1)),
            new Bounds(Range.between(1, 8), Range.ZERO),
            Work.steps(100));
    return Job.submitted(
        spec,
        0,
        Instant.EPOCH,
        where -> where.workers() > 2 ? 0.5 : where.workers(),
        Duration.ZERO);
  }
}
