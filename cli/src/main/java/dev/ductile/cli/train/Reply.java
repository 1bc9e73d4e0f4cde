package dev.ductile.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The answer to a request for another size, as a control socket carries it. */
public sealed interface Reply {
  /**
   * The job has this size now.
   *
   * @param pauseMillis the pause of the job for the change
   */
  record Resized(String job, String from, String to, double pauseMillis) implements Reply {}

  record Refused(String why) implements Reply {}

  default ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    switch (this) {
      case Resized done ->
          tree.put("job", done.job())
              .put("from", done.from())
              .put("to", done.to())
              .put("pauseMillis", done.pauseMillis());
      case Refused refused -> tree.put("error", refused.why());
    }
    return tree;
  }

  static Reply of(JsonNode tree) {
    return tree.has("error")
        ? new Refused(tree.path("error").asText())
        : new Resized(
            tree.path("job").asText(),
            tree.path("from").asText(),
            tree.path("to").asText(),
            tree.path("pauseMillis").asDouble());
  }
}
