package dev.ductile.simulator;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Mechanism;
import dev.ductile.api.Nodes;
import dev.ductile.contracts.EngineContract;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.Submission;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A simulated world keeps the laws of every engine, where changes cost something. */
final class WorldContractTest extends EngineContract {
  @Override
  protected Rig open(Nodes nodes, List<JobSpec> jobs) {
    var costs =
        new Rescale(
            Duration.ofMillis(500),
            Map.of(Mechanism.CHECKPOINT, new Cost.Fixed(Duration.ofMillis(300))));
    List<Submission> submissions =
        jobs.stream()
            .map(job ->
                new Submission(Stage.START, job, GivenSpeed.of(where -> 50.0 * where.workers())))
            .toList();
    var scenario = new Stage().rescale(costs).scenario().withNodes(nodes);
    var world = new World(scenario, GivenSpeed.SPEEDS, submissions.iterator(), 1);
    return new Rig(world, world);
  }
}
