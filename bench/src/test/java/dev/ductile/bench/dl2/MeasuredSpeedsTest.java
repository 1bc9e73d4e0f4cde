package dev.ductile.bench.dl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ductile.api.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredSpeedsTest {
  private static final String HEADER =
      "model,sync_mode,total_batch,num_ps,num_worker,sum_samples_per_s,failed_measurement\n";
  private static final double SLOT = 1200;

  @TempDir private Path folder;

  /** Of the first network, with 115 samples in an epoch: its own speeds, and epochs in a slot. */
  @Test
  void thePublicMeasurementsAreReadAsTheyWereWritten() throws IOException {
    Path file = MeasuredSpeeds.file(Path.of("..", "..", "shared", "data"));
    assumeTrue(Files.exists(file), "there is no " + file);
    MeasuredSpeeds speeds = MeasuredSpeeds.read(file);

    double[] samples =
        List.of(new Size(1, 1), new Size(1, 2), new Size(6, 6)).stream()
            .mapToDouble(size -> speeds.samplesPerSecond("resnet-50", size))
            .toArray();
    assertThat(samples).containsExactly(new double[] {15.783, 28.736, 31.971}, within(0.001));
    assertThat(DoubleStream.of(samples).map(rate -> rate * SLOT / 115).toArray())
        .containsExactly(new double[] {164.692, 299.854, 333.61}, within(0.001));
    assertThat(speeds.networks().values().stream().mapToInt(List::size).sum()).isEqualTo(795);
  }

  @Test
  void aSpeedIsNeverExtrapolatedAndFailuresAreLeftOut() throws IOException {
    MeasuredSpeeds speeds =
        read(
            """
            net,dist_sync,32,1,1,10,0
            net,dist_sync,32,1,3,20,0
            net,dist_sync,32,1,5,0,1
            net,dist_sync,32,3,1,14,0
            """);

    assertThat(speeds.of("net")).hasSize(3);
    assertThat(speeds.samplesPerSecond("net", new Size(2, 1))).isCloseTo(15, within(1e-9));
    assertThat(speeds.samplesPerSecond("net", new Size(9, 1))).isCloseTo(20, within(1e-9));
    assertThat(speeds.samplesPerSecond("net", new Size(1, 9))).isCloseTo(14, within(1e-9));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> speeds.of("other"))
        .withMessage("no measurements of other");
  }

  @Test
  void aScenarioKeepsItsWorkWithMeasuredSpeeds() throws IOException {
    MeasuredSpeeds speeds = read("net,dist_sync,8,1,1,10,0\nnet,dist_sync,8,4,4,40,0\n");
    List<String> lines =
        List.of(
            "      - name: net",
            "        work: {lognormal: {median: 42, sigma: 1.22}}",
            "        speed: {model: constant, stepsPerSecond: 7}");

    assertThat(new ScenarioVariant(speeds, false).of(lines))
        .isEqualTo(
            """
                  - name: net
                    work: {lognormal: {median: 42, sigma: 1.22}}
                    speed: {model: table, points: [{workers: 1, servers: 1, stepsPerSecond: 0.0025}, {workers: 4, servers: 4, stepsPerSecond: 0.01}]}
            """);
    assertThat(new ScenarioVariant(speeds, true).of(lines))
        .contains("expectedSpeed: {model: optimus-sync, batch: 8.0, theta: [");
  }

  @Test
  void misestimatesAreBesideTheTrueSpeeds() {
    assertThat(
            Misestimates.of(
                List.of("  speed: {model: optimus-sync, batch: 1, theta: [8, 1, 3, 2, 4]}")))
        .isEqualTo(
            """
              speed: {model: optimus-sync, batch: 1, theta: [8, 1, 3, 2, 4]}
              expectedSpeed: {model: optimus-sync, batch: 1, theta: [8, 1, 6.0000, 1.0000, 2.0000]}
            """);
  }

  private MeasuredSpeeds read(String rows) throws IOException {
    return MeasuredSpeeds.read(Files.writeString(folder.resolve("speeds.csv"), HEADER + rows));
  }
}
