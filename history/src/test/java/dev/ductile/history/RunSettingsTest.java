package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.RescaleMode;
import dev.ductile.api.Stability;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunSettingsTest {
  private static final RunSettings ALL =
      new RunSettings(
          "a \"scenario\"",
          "tiresias-l limits=[3250,7200]",
          "pack",
          new Rescale(
              Duration.ofNanos(300_000_001),
              Map.of(
                  RescaleMode.CHECKPOINT,
                  new Cost.Measured(List.of(Duration.ofMillis(7), Duration.ofDays(400))),
                  RescaleMode.HOT,
                  Cost.NOTHING),
              true),
          new Decisions(false, Duration.ofSeconds(1)),
          0.1 + 0.2,
          Duration.ofMinutes(5),
          Optional.of("online"),
          new RunLimits(Duration.ofMillis(1), Long.MAX_VALUE),
          Long.MIN_VALUE,
          Optional.of(Stability.USUAL));

  @TempDir private Path folder;

  @Test
  void writtenSettingsAreReadBack() throws IOException {
    RunSettings fixed =
        new RunSettings(
            "plain",
            "fifo",
            "consolidated",
            new Rescale(
                Duration.ZERO, Map.of(RescaleMode.HOT, Cost.fixed(Duration.ofSeconds(2))), false),
            Decisions.ON_EVENTS,
            0,
            Duration.ZERO,
            Optional.empty(),
            RunLimits.GENEROUS,
            1,
            Optional.empty());
    for (RunSettings settings : List.of(ALL, fixed)) {
      Path file = folder.resolve("settings.json");
      settings.write(file);

      assertThat(RunSettings.read(file)).isEqualTo(settings);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{}",
        "diary",
        "\"seed\":null}",
        "\"seed\":1,\"more\":2}",
        "\"policy\":\"max-min nothing\"}"
      })
  void otherTextIsRefusedInOneLine(String text) throws IOException {
    ALL.write(folder.resolve("whole"));
    String whole = Files.readString(folder.resolve("whole"));
    String start = whole.substring(0, whole.lastIndexOf(",\"limits\"") + 1);
    Path file =
        Files.writeString(
            folder.resolve("settings.json"), text.startsWith("\"") ? start + text : text);

    assertThatThrownBy(() -> RunSettings.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + " is not as this version of Ductile writes it: ");
  }

  @Test
  void settingsOfAnEarlierBuildHaveNoEstimatorAndNoLimitsOfChanges() throws IOException {
    Path file = folder.resolve("settings.json");
    ALL.write(file);
    String written = Files.readString(file);
    Files.writeString(
        file,
        written
            .replace("\"estimator\":\"online\",", "")
            .replaceAll(",\"stability\":\\{[^}]*}", ""));

    assertThat(Files.readString(file)).isNotEqualTo(written);
    assertThat(Files.readString(file)).doesNotContain("estimator", "stability");
    assertThat(RunSettings.read(file).estimator()).isEmpty();
    assertThat(RunSettings.read(file).stability()).isEmpty();
  }

  @Test
  void withoutTheFileTheRunCannotBeSimulated() {
    Path file = folder.resolve("settings.json");

    assertThatThrownBy(() -> RunSettings.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file + " does not exist; without the settings of the run it cannot be simulated");
  }
}
