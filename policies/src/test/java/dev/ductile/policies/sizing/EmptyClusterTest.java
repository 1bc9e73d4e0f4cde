package dev.ductile.policies.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.placements.Consolidated;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmptyClusterTest {
  private static final Nodes TWO_OF_THREE = Nodes.uniform(2, Resources.gpus(3));

  private final EmptyCluster cluster = new EmptyCluster(TWO_OF_THREE, new Consolidated());

  @Test
  void asOneMachineItCoversLargerSizesThanItsNodesFit() {
    Candidate pairs = candidate(2);

    assertThat(cluster.budget().most(pairs)).isEqualTo(2);
    assertThat(cluster.most(pairs, 2)).isEqualTo(1);
    assertThat(cluster.most(pairs, 0)).isZero();
    assertThat(cluster.most(candidate(4), 2)).isEqualTo(-1);
  }

  @Test
  void itsBudgetIsACopy() {
    Candidate single = candidate(1);
    cluster.budget().take(single, Size.workers(6));

    assertThat(cluster.budget().left(Resources.GPU)).isEqualTo(6);
  }

  @Test
  void aBudgetHasPartsAndWorkers() {
    Candidate pairs = candidate(2);
    Budget budget = cluster.budget();

    assertThat(budget.workers(pairs)).isEqualTo(3);
    assertThat(budget.part(pairs, Size.workers(2))).isEqualTo(4.0 / 6);
    budget.take(pairs, Size.workers(3));
    assertThat(budget.part(pairs, Size.workers(1))).isInfinite();
  }

  /** A job of one to three workers of this many GPUs each. */
  private static Candidate candidate(int gpus) {
    var spec = Sketch.spec("a", Demand.perWorker(Resources.gpus(gpus)), Bounds.workers(1, 3), 60);
    var job = Job.submitted(spec, 0, Sketch.NOW, where -> where.workers(), Duration.ZERO);
    return new Candidate(
        job,
        new SpeedBySize(job, SizeSteps.WORKERS),
        new ResourceNeeds(spec.demand(), List.of(Resources.GPU)),
        NodePools.WHOLE);
  }
}
