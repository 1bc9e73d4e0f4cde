package dev.ductile.bench.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.OptionalDouble;

/** A line of JSON that a master has printed. */
public record MasterReport(JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static Optional<MasterReport> of(LaunchedJob.OutputLine printed) {
    if (!printed.name().startsWith("master") || !printed.line().startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new MasterReport(JSON.readTree(printed.line())));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  public long step() {
    return json.path("step").asLong(-1);
  }

  /** Empty for a line without a phase. */
  public String phase() {
    return json.path("phase").asText("");
  }

  public boolean isRunning() {
    return json.path("phase").asText("running").equals("running");
  }

  public boolean hasSize(int wantedWorkers, int wantedServers) {
    return workers() == wantedWorkers && servers() == wantedServers;
  }

  public int workers() {
    return json.path("workers").asInt(-1);
  }

  public int servers() {
    return json.path("servers").asInt(-1);
  }

  /** The task that the master wants replaced, if the line demands it. */
  public Optional<String> replaced() {
    return json.has("replace") ? Optional.of(json.get("replace").asText()) : Optional.empty();
  }

  public OptionalDouble pausedMillis() {
    return number("paused");
  }

  public OptionalDouble loss() {
    return number("loss");
  }

  private OptionalDouble number(String name) {
    return json.has(name) ? OptionalDouble.of(json.get(name).asDouble()) : OptionalDouble.empty();
  }
}
