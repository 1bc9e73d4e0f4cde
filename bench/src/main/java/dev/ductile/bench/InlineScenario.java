package dev.ductile.bench;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Scenarios that are written in the source of a measurement. */
final class InlineScenario {
  private InlineScenario() {}

  static Scenario scenario(String text) {
    try {
      Path file = Files.createTempFile("bench", ".yaml");
      Files.writeString(file, text);
      Scenario scenario = ScenarioFile.read(file, Catalog.installed());
      Files.delete(file);
      return scenario;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
