package dev.ductile.engines.supervision;

import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The same for jobs whose tasks join and leave one by one. */
@Tag("contract")
@Execution(ExecutionMode.CONCURRENT)
class HotThreadEngineContractTest extends ThreadEngineContractTest {
  @Override
  protected JobSpec runnable(JobSpec plain) {
    return super.runnable(plain).withRescaleMode(RescaleMode.HOT);
  }
}
