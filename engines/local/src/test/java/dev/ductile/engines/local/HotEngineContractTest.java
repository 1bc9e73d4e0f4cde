package dev.ductile.engines.local;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Mechanism;

/** What holds for every engine holds where tasks come and go one by one. */
class HotEngineContractTest extends LocalEngineContractTest {
  @Override
  protected JobSpec runnable(JobSpec plain) {
    return super.runnable(plain).withMechanism(Mechanism.HOT);
  }
}
