package dev.ductile.engines.local;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The contract of engines, with tasks that belong to a node agent and outlive the engine. */
@Tag("process")
class AgentEngineContractTest extends LocalEngineContractTest {
  @Override
  protected LocalEngine.Lifetime lifetime() {
    return LocalEngine.Lifetime.AGENT;
  }

  @Override
  protected boolean outlives() {
    return true;
  }

  @AfterEach
  @Override
  void no_process_is_left() {
    ProcessGroups.endAgents(root);
  }
}
