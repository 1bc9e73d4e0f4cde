package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClusterTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final Nodes NODES = Nodes.uniform(1, Resources.gpus(8));

  private final Job waiting = job(0);
  private final Job running = holding(1, NOW);
  private final Job pinned = holding(2, NOW.plusSeconds(1));
  private final Cluster cluster = Cluster.of(NOW, NODES, List.of(waiting, running, pinned));

  @Test
  void everyJobWaitsRunsOrIsProtected() {
    assertThat(cluster.waiting()).containsExactly(waiting);
    assertThat(cluster.running()).containsExactly(running);
    assertThat(cluster.pinned()).containsExactly(pinned);
    assertThat(cluster.jobs()).containsExactly(waiting, running, pinned);
  }

  @Test
  void takingFromACopyDoesNotChangeThePicture() {
    cluster.left().take(0, running.spec().demand(), Size.workers(1));

    assertThat(cluster.left().left("gpu")).isEqualTo(8 - 2 - 2);
  }

  @Test
  void aPictureWithOtherStatesOfItsJobsIsOtherwiseTheSame() {
    Roster fewer = cluster.jobs().without(waiting.arrival());

    Cluster other = cluster.withJobs(fewer);

    assertThat(other.jobs()).containsExactly(running, pinned);
    assertThat(other.waiting()).isEmpty();
    assertThat(other.running()).isEqualTo(cluster.running());
    assertThat(other.pinned()).isEqualTo(cluster.pinned());
    assertThat(other.nodes()).isSameAs(NODES);
    assertThat(cluster.jobs()).hasSize(3);
    assertThat(NODES.find(new NodeId("node-0"))).contains(NODES.get(0));
    assertThat(NODES.find(new NodeId("elsewhere"))).isEmpty();
  }

  private static Job holding(long arrival, Instant until) {
    return job(arrival)
        .withAllocation(
            Allocation.on(new NodeId("node-0"), Size.workers(2)),
            JobState.RUNNING,
            Progress.none(NOW),
            until);
  }

  private static Job job(long arrival) {
    return Job.submitted(
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(1)),
        arrival,
        NOW,
        Speed.UNKNOWN,
        Duration.ZERO);
  }
}
