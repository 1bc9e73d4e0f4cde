package dev.ductile.server.routes;

import dev.ductile.server.cluster.LiveAnswers;
import dev.ductile.server.http.Refusal;
import java.time.Duration;
import java.util.function.Supplier;

/** Answers that take a simulation; too many at once are refused. */
final class Simulations {
  private static final Duration RETRY = Duration.ofSeconds(2);

  private Simulations() {}

  static <T> T answer(Supplier<T> simulated) {
    try {
      return simulated.get();
    } catch (LiveAnswers.BusyException busy) {
      throw Refusal.unavailable(String.valueOf(busy.getMessage()), RETRY);
    }
  }
}
