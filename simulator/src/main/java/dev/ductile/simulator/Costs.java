package dev.ductile.simulator;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Mechanism;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Rescale;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** What it costs a simulated job to start and to change its size. */
final class Costs {
  private final Rescale rescale;
  private final RandomGenerator random;

  Costs(Rescale rescale, long seed) {
    this.rescale = rescale;
    this.random = new Seed(seed).stream("rescale");
  }

  Duration start() {
    return rescale.start();
  }

  Duration change(JobSpec job) {
    return rescale.cost(job.mechanism()).draw(random);
  }

  Duration expected(Mechanism mechanism) {
    return rescale.cost(mechanism).expected();
  }
}
