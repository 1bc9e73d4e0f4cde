package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.history.Run;
import dev.ductile.models.LinearModel;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A policy with illegal grants runs a cluster to the end, and its illegal plans are counted. */
final class IllegalGrantsTest {
  @Test
  void oneIllegalGrantIsDroppedAndCountedAndAllOthersAreApplied() {
    Scenario scenario = new SmallCluster().job("large", 0, 4, 8).job("small", 0, 4, 8).scenario();
    var catalog =
        new Catalog(
            List.of(new Greedy()),
            List.of(new Anywhere()),
            List.of(new LinearModel()),
            List.of(),
            List.of());

    Run run =
        new Simulation(scenario, catalog)
            .run(Choice.named("any"), 1, 1, false, SchedulerObserver.NONE);

    assertThat(run.totals().end()).isEqualTo(Run.End.ALL_OVER);
    assertThat(run.outcomes()).allMatch(outcome -> outcome.isFinished());
    assertThat(run.totals().rejections()).isEqualTo(1);
  }

  /** Gives the job named large more than a node has while there is another job. */
  private static Plan decide(Cluster cluster) {
    return Plan.of(
        cluster.jobs().stream()
            .map(job -> new Grant(job, on(isTooLarge(job, cluster) ? 9 : 2)))
            .toList(),
        job -> Reason.of(Reason.Kind.KEPT, "because {job}", job.id()));
  }

  private static boolean isTooLarge(Job job, Cluster cluster) {
    return cluster.jobs().size() > 1 && job.id().name().equals("large");
  }

  private static Allocation on(int workers) {
    return Allocation.on(new NodeId("node-0"), Size.workers(workers));
  }

  /** Settings of a policy that has none. */
  record Nothing() {}

  private static final class Greedy implements PolicyProvider<Nothing> {
    @Override
    public Profile profile() {
      return new Profile("any", "", "grants more than there is");
    }

    @Override
    public Nothing defaults() {
      return new Nothing();
    }

    @Override
    public Policy create(Nothing settings, PolicyContext context) {
      return IllegalGrantsTest::decide;
    }
  }

  private static final class Anywhere implements PlacementProvider {
    @Override
    public String name() {
      return "any";
    }

    @Override
    public String summary() {
      return "nowhere";
    }

    @Override
    public Placement create() {
      return (_, _, _) -> Optional.empty();
    }
  }
}
