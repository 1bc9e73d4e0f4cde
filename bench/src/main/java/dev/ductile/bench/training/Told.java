package dev.ductile.bench.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.OptionalDouble;

/** A line of JSON that a master has printed. */
record Told(JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Optional<Told> of(Crew.Said said) {
    if (!said.name().startsWith("master") || !said.line().startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Told(JSON.readTree(said.line())));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  long step() {
    return json.path("step").asLong(-1);
  }

  boolean isRunning() {
    return json.path("phase").asText("running").equals("running");
  }

  boolean hasSize(int workers, int servers) {
    return json.path("workers").asInt(-1) == workers && json.path("servers").asInt(-1) == servers;
  }

  OptionalDouble pausedMillis() {
    return number("paused");
  }

  OptionalDouble loss() {
    return number("loss");
  }

  private OptionalDouble number(String name) {
    return json.has(name) ? OptionalDouble.of(json.get(name).asDouble()) : OptionalDouble.empty();
  }
}
