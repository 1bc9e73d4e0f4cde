package dev.ductile.cli;

import dev.ductile.scheduler.DecisionWatch;
import java.time.Duration;

/** The time limit of one decision of a policy; the command ends after it. */
final class DecisionLimit {
  private static final long SECONDS = 60;

  private DecisionLimit() {}

  /** A watch with this limit; {@code -Dductile.decisionSeconds=600} sets another. */
  static DecisionWatch watch() {
    long seconds = Long.getLong("ductile.decisionSeconds", SECONDS);
    return new DecisionWatch(Duration.ofSeconds(Math.max(1, seconds)), System::nanoTime);
  }
}
