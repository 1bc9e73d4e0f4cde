package dev.ductile.learned.slot;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.policy.Scales;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Networks without training keep the laws of policies, too: they make legal plans for all jobs. */
class SlotDivisionTest extends PolicyContract {
  private static final Notebook<RunTime> NOTEBOOK = new Notebook<>("dl2", RunTime.class);

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of(
        "most probable", () -> policy(20),
        "batches of three jobs", () -> policy(3),
        "exploring", SlotDivisionTest::exploring);
  }

  @Override
  protected Set<String> resizing() {
    return policies().keySet();
  }

  private static Policy policy(int rows) {
    var matrix = new StateMatrix(rows, 4, TaskKinds.WORKERS_AND_SERVERS, scales());
    var agent = new NetworkAgent(network(matrix));
    return policy(matrix, _ -> agent);
  }

  private static Policy exploring() {
    var matrix = new StateMatrix(20, 4, TaskKinds.WORKERS_AND_SERVERS, scales());
    DenseNetwork network = network(matrix);
    return policy(
        matrix, now -> new ExploringAgent(network, 0.4, new Seed(7).stream("exploration " + now)));
  }

  private static Policy policy(StateMatrix matrix, SlotDivision.AgentOfSlot agents) {
    var division =
        new SlotDivision(matrix, JobTypes.unknown(4), Duration.ofMinutes(20), NOTEBOOK, agents);
    return new SizingPolicy(division, SizeSteps.FOLLOWING, new Consolidated());
  }

  private static DenseNetwork network(StateMatrix matrix) {
    int actions = new ActionSpace(matrix.rows(), matrix.kinds()).size();
    return DenseNetwork.random(new Seed(3), matrix.inputs(), 16, actions);
  }

  private static Scales scales() {
    return new Scales(0.1, 1e-3, 1, 0.1);
  }
}
