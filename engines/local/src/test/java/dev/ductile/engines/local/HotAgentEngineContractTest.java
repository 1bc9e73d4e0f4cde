package dev.ductile.engines.local;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.RescaleMode;
import dev.ductile.contracts.EngineAdoptionContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The laws about jobs that outlive their engine, with hot jobs. The other laws hold for hot jobs in
 * {@link HotEngineContractTest}, and for tasks of a node agent in {@link AgentEngineContractTest}.
 */
@Tag("process")
@Execution(ExecutionMode.CONCURRENT)
class HotAgentEngineContractTest extends EngineAdoptionContract {
  @TempDir Path root;

  @Override
  protected Rig open(Nodes nodes, List<JobSpec> jobs) {
    return LocalEngineContractTest.open(nodes, LocalEngine.Lifetime.AGENT, root);
  }

  @Override
  protected JobSpec runnable(JobSpec plain) {
    return LocalEngineContractTest.runnable(plain, root).withRescaleMode(RescaleMode.HOT);
  }

  @Override
  protected boolean outlives() {
    return true;
  }

  @Override
  protected Duration longestJob() {
    return Duration.ofSeconds(3);
  }

  @AfterEach
  void noProcessIsLeft() {
    ProcessGroups.endAgents(root);
  }
}
