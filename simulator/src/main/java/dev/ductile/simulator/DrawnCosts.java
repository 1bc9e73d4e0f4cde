package dev.ductile.simulator;

import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Rescale;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The costs of a scenario; each pause is drawn separately. */
final class DrawnCosts implements Costs {
  private final Rescale rescale;
  private final RandomGenerator random;

  DrawnCosts(Rescale rescale, long seed) {
    this.rescale = rescale;
    this.random = new Seed(seed).stream("rescale");
  }

  @Override
  public Duration start(JobSpec job) {
    return rescale.start();
  }

  /** A job that was stopped reads its checkpoint when it restarts, in every rescale mode. */
  @Override
  public Duration comeBack(JobSpec job) {
    Duration restore = rescale.cost(RescaleMode.CHECKPOINT).draw(random);
    return restore.compareTo(rescale.start()) > 0 ? restore : rescale.start();
  }

  @Override
  public Duration change(JobSpec job) {
    return rescale.cost(job.rescaleMode()).draw(random);
  }

  @Override
  public Duration expected(JobSpec job) {
    return rescale.expected(job);
  }
}
