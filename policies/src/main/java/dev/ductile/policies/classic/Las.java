package dev.ductile.policies.classic;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueuePolicy;
import java.time.Duration;

/** Least attained service first, in turns of a quantum. */
public final class Las implements PolicyProvider<Las.Settings> {
  /**
   * The length of a turn.
   *
   * @param quantum device time after which a job falls back behind jobs of equal service (above 0)
   */
  public record Settings(Duration quantum) {
    public Settings {
      if (quantum.isNegative() || quantum.isZero()) {
        throw new IllegalArgumentException(
            "las needs a quantum above 0, not %s. Maybe 1h?".formatted(quantum));
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "las",
        "Nuyens and Wierman, Performance Evaluation 2008",
        "least attained service first: the job with the least device time so far, in turns of a quantum");
  }

  @Override
  public Settings defaults() {
    return new Settings(Duration.ofHours(1));
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    double seconds = settings.quantum().toNanos() / 1e9;
    return new QueuePolicy(
        new LeastService(seconds), QueueDiscipline.preemptive(context.placement()));
  }
}
