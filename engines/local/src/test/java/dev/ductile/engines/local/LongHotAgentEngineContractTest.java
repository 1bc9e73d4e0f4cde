package dev.ductile.engines.local;

import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The whole contract of engines with hot jobs whose tasks outlive the engine, in {@code ./check
 * --long} only. {@link HotAgentEngineContractTest} has the part that each check runs.
 */
@Tag("process")
@EnabledIfSystemProperty(named = "ductile.seedFactor", matches = "[0-9]{2,}")
class LongHotAgentEngineContractTest extends AgentEngineContractTest {
  @Override
  protected JobSpec runnable(JobSpec plain) {
    return super.runnable(plain).withRescaleMode(RescaleMode.HOT);
  }
}
