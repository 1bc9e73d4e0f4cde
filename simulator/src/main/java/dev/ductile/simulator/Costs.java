package dev.ductile.simulator;

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

  /** Coming back after a stop means reading a checkpoint, by whatever mechanism sizes change. */
  Duration comeBack() {
    Duration restore = rescale.cost(Mechanism.CHECKPOINT).draw(random);
    return restore.compareTo(rescale.start()) > 0 ? restore : rescale.start();
  }

  Duration change(Mechanism mechanism) {
    return rescale.cost(mechanism).draw(random);
  }

  /** The pause to expect; zero only where neither a change nor a stop costs anything. */
  Duration expected(Mechanism mechanism) {
    Duration change = rescale.cost(mechanism).mean();
    return change.isZero() ? rescale.cost(Mechanism.CHECKPOINT).mean() : change;
  }
}
