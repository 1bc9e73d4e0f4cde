package dev.ductile.simulator;

import dev.ductile.api.Command;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.RescaleMode;
import dev.ductile.contracts.EngineContract;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Rescale;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The engine contract of a simulated world with costs of rescaling. */
final class WorldContractTest extends EngineContract {
  @Override
  protected Rig open(Nodes nodes, List<JobSpec> jobs) {
    var costs =
        new Rescale(
            Duration.ofMillis(500),
            Map.of(RescaleMode.CHECKPOINT, new Cost.Fixed(Duration.ofMillis(300))));
    var scenario = new SmallCluster().rescale(costs).scenario().withNodes(nodes);
    var world =
        new World(scenario, GivenSpeed.SPEEDS, 1, _ -> Collections.emptyIterator(), List.of());
    var speed = GivenSpeed.of(where -> 50.0 * where.workers());
    jobs.forEach(job -> world.prepare(new Command.Submit(job, speed, costs.expected(job))));
    return new Rig(world, world);
  }
}
