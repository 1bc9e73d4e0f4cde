package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * One number of a figure for one seed: the run that it needs, and the measure.
 *
 * @param parts the inputs of the run: the same parts give the same outcome
 */
record CellRun(Parts parts, Supplier<Object> work, ToDoubleFunction<Object> reading) {
  /** A filled-in document, its policy, and whether a timeline is recorded. */
  record Parts(JsonNode document, JsonNode policy, long seed, boolean overTime) {}

  static <T> CellRun of(
      Parts parts, Class<T> type, Supplier<? extends T> work, ToDoubleFunction<T> reading) {
    return new CellRun(parts, work::get, outcome -> reading.applyAsDouble(type.cast(outcome)));
  }
}
