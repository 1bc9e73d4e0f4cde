package dev.ductile.engines.supervision;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leaves all tasks to the user of the engine. */
record EngineUser() implements TaskUsers {
  @Override
  public Optional<String> problem(String owner) {
    return Optional.empty();
  }

  @Override
  public Path home(Path job) {
    return job;
  }

  @Override
  public void prepare(String owner, Path job, List<Path> inside) {
    // the engine has made them for itself
  }

  @Override
  public List<String> start(String owner) {
    return List.of();
  }

  @Override
  public Map<String, String> variables(String owner) {
    return Map.of();
  }
}
