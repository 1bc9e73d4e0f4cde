package dev.ductile.cli.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A status line of a master.
 *
 * @param step the number of steps of the whole job
 * @param checkpoint the last step that is saved
 * @param pausedMillis the pause of the job since the line before
 * @param heldOut the newest figures of held-out examples
 * @param phase of the job; empty if the line has none
 */
record StatusLine(
    long step,
    OptionalDouble loss,
    OptionalLong checkpoint,
    OptionalInt workers,
    OptionalInt servers,
    double pausedMillis,
    Optional<HeldOutFigures> heldOut,
    String phase) {
  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  /** Empty for any other line. */
  static Optional<StatusLine> of(String line) {
    if (!line.startsWith("{")) {
      return Optional.empty();
    }
    try {
      JsonNode tree = JSON.readTree(line);
      return tree.path("step").isNumber() ? Optional.of(of(tree)) : Optional.empty();
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  /** The warning in a line; empty if it has none. */
  static Optional<String> warning(String line) {
    if (!line.startsWith("{\"warning\"")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(line).path("warning").asText());
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  private static StatusLine of(JsonNode tree) {
    return new StatusLine(
        tree.path("step").asLong(),
        tree.path("loss").isNumber()
            ? OptionalDouble.of(tree.path("loss").asDouble())
            : OptionalDouble.empty(),
        tree.path("checkpoint").isNumber()
            ? OptionalLong.of(tree.path("checkpoint").asLong())
            : OptionalLong.empty(),
        whole(tree, "workers"),
        whole(tree, "servers"),
        Math.max(0, tree.path("paused").asDouble()),
        HeldOutFigures.of(tree.path("heldOut")),
        tree.path("phase").asText(""));
  }

  private static OptionalInt whole(JsonNode tree, String key) {
    return tree.path(key).canConvertToInt()
        ? OptionalInt.of(tree.path(key).asInt())
        : OptionalInt.empty();
  }
}
