package dev.ductile.engines.local;

import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import org.junit.jupiter.api.Tag;

/** The contract of engines, with tasks that join and leave one by one. */
@Tag("process")
class HotEngineContractTest extends LocalEngineContractTest {
  @Override
  protected JobSpec runnable(JobSpec plain) {
    return super.runnable(plain).withRescaleMode(RescaleMode.HOT);
  }
}
