package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ductile predict} for programs: the names in its files and in its JSON. */
@Tag("process")
@Timeout(600)
final class PredictionTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<String, String> SHORT =
      Map.of(
          "LIN",
          "downlink: 0.072, worker: 0.029, uplink: 0.072, server: 0.018",
          "CAPES",
          "examples: 128, forward: 0.000844, backward: 0.00185, bytes: 6.9e6, latency: 1e-5, perByte: 1e-9, reducePerByte: 1e-10",
          "SMD",
          "globalBatch: 320, batch: 32, forwardPerSample: 0.05, backward: 0.2, eta: [1, 0.4, 0.6666666666666666], bytes: 100, bandwidth: 1250, alpha: 0.5, beta1: 0.02, beta2: 0.01",
          "THREE",
          "layers: [{backward: 1, transfer: 1, forward: 1}, {backward: 1, transfer: 3, forward: 1}, {backward: 1, transfer: 3, forward: 1}]");

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{model: async-ps, solver: exact, LIN, workers: [10]} | stepsPerSecond | 12.535710",
        "{model: async-ps, solver: fcfs, LIN, workers: 10} | stepsPerSecond | 13.888240",
        "{model: async-ps, solver: hybrid, LIN, workers: [10]} | stepsPerSecond | 12.935799",
        "{model: async-ps, solver: exact, servers: 2, LIN, workers: [8]} | stepsPerSecond | 24.244366",
        "{model: async-ps, solver: exact, LIN, workers: [8], servers: [2]} | stepsPerSecond | 24.244366",
        "{model: async-ps, solver: exact, LIN, workers: [2], servers: 1, shares: [1]} | stepsPerSecond | 8.097853",
        "{model: ring, CAPES, workers: [4]} | secondsPerStep | 0.366687",
        "{model: doubling-halving, CAPES, workers: [64]} | secondsPerStep | 0.374397",
        "{model: binary-blocks, CAPES, workers: [4]} | secondsPerStep | 0.395332",
        "{model: layered-ps, overlap: sequential, THREE} | secondsPerSample | 20",
        "{model: layered-ps, overlap: wait-free, THREE, slice: 0} | secondsPerSample | 14",
        "{model: layered-ps, overlap: priority, THREE, slice: 0} | secondsPerSample | 9",
        "{model: layered-ps, mode: sync, SMD, workers: [4], servers: [2]} | stepsPerSecond | 0.2276176",
        "{model: layered-ps, mode: async, SMD, workers: 4, servers: 2} | stepsPerSecond | 2.1201413",
        "{model: optimus-sync, theta: [1, 0.5, 0.25, 0.1, 0.2], batch: 32, workers: 4, servers: 2} | stepsPerSecond | 0.10204082",
        "{model: optimus-async, theta: [1, 0.5, 0.1, 0.2], workers: 4, servers: 2} | stepsPerSecond | 1.4285714",
        "{model: allreduce-fit, batch: 128, bytes: 6.9e6, theta: [1.0, 0.1, 0.0, 2.0], workers: [4]} | stepsPerSecond | 0.02915452",
      })
  void aModelInAFileIsPredicted(String model, String item, double expected) throws IOException {
    JsonNode line = predicted(model).path(0);

    assertThat(line.path(item).doubleValue()).isCloseTo(expected, within(expected * 1e-6));
    assertThat(line.path("workers").isInt() && line.path("servers").isInt()).isTrue();
    double speed = line.path("stepsPerSecond").doubleValue();
    assertThat(line.path("low").doubleValue()).isGreaterThan(0).isLessThanOrEqualTo(speed);
    assertThat(line.path("high").doubleValue()).isGreaterThanOrEqualTo(speed);
  }

  @Test
  void classesOfWorkersHaveTheirThroughputs() throws IOException {
    JsonNode line =
        predicted(
                "{model: async-ps, solver: exact, classes: [{count: 3, LIN}, {count: 2, downlink: 0.06, worker: 0.12, uplink: 0.04, server: 0.018}]}")
            .path(0);

    assertThat(line.path("workers").intValue()).isEqualTo(5);
    assertThat(line.path("classes").path(0).path("throughput").doubleValue())
        .isCloseTo(7.429298, within(1e-5));
    assertThat(line.path("classes").path(1).path("throughput").doubleValue())
        .isCloseTo(4.951754, within(1e-5));
  }

  @Test
  void etaIsTheShareThatDoesNotOverlap() throws IOException {
    JsonNode line =
        predicted(
                "{model: layered-ps, overlap: wait-free, layers: [{backward: 1, transfer: 2, forward: 1}, {backward: 1, transfer: 2, forward: 1}, {backward: 1, transfer: 2, forward: 1}, {backward: 2, transfer: 3, forward: 1}]}")
            .path(0);

    assertThat(line.path("secondsPerSample").doubleValue()).isCloseTo(18, within(1e-9));
    assertThat(line.path("eta").path(1).doubleValue()).isCloseTo(0.4, within(1e-9));
    assertThat(line.path("eta").path(2).doubleValue()).isCloseTo(2.0 / 3, within(1e-9));
  }

  @Test
  void aProfileIsPredictedAndDrawn() {
    Ductile.Answer answer =
        new Ductile(folder).run("predict", "resnet50@h200", "--link", "25Gbps", "--plot");

    assertThat(answer.status()).isZero();
    assertThat(answer.out()).contains("Knee: ").contains("Best: ").contains("★");
    assertThat(folder.resolve("resnet50@h200.png")).isNotEmptyFile();
  }

  private JsonNode predicted(String model) throws IOException {
    String written = model;
    for (var abbreviation : SHORT.entrySet()) {
      written = written.replace(abbreviation.getKey(), abbreviation.getValue());
    }
    Path file = Files.writeString(folder.resolve("model.yaml"), written);
    Ductile.Answer answer = DUCTILE.run("predict", file.toString(), "-o", "json");
    assertThat(answer.err()).isEmpty();
    return JSON.readTree(answer.out()).path("sizes");
  }
}
