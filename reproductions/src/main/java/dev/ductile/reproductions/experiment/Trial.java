package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * One number of a figure for one seed: what must be done for it, and how it is read off.
 *
 * @param parts what the outcome is made of: the same parts give the same outcome
 */
record Trial(Parts parts, Supplier<Object> work, ToDoubleFunction<Object> reading) {
  /** A filled-in document, who is asked about it, and what is written down. */
  record Parts(JsonNode document, JsonNode policy, long seed, boolean overTime) {}

  static <T> Trial of(
      Parts parts, Class<T> type, Supplier<? extends T> work, ToDoubleFunction<T> reading) {
    return new Trial(parts, work::get, outcome -> reading.applyAsDouble(type.cast(outcome)));
  }
}
