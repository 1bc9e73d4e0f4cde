package dev.ductile.engines.local;

import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import org.junit.jupiter.api.Tag;

/** The contract of engines, with hot jobs whose tasks outlive the engine. */
@Tag("process")
class HotAgentEngineContractTest extends AgentEngineContractTest {
  @Override
  protected JobSpec runnable(JobSpec plain) {
    return super.runnable(plain).withRescaleMode(RescaleMode.HOT);
  }
}
