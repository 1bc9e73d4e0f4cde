package dev.ductile.learned.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.DenseNetwork.Layer;
import dev.ductile.learned.network.RowNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {
  @TempDir Path folder;

  @Test
  void aModelIsReadAsItWasWritten() {
    LearnedModel model = TestModels.model();
    Path file = folder.resolve("a.model");

    ModelFile.write(file, model);
    LearnedModel read = ModelFile.read(file);

    assertThat(read.policy()).isEqualTo("dl2");
    assertThat(read.settings(TestModels.Settings.class))
        .isEqualTo(new TestModels.Settings(20, 0.9, "drf"));
    assertThat(read.features()).isEqualTo(model.features());
    assertThat(read.jobTypes()).isEqualTo(model.jobTypes());
    assertThat(read.history()).isEqualTo(model.history());
    assertThat(read.trained("policy").steps()).isEqualTo(1);
    assertThat(ModelFile.hash(read)).isEqualTo(ModelFile.hash(model)).hasSize(64);
    float[] input = {1, 2, 3, 4, 5, 6};
    assertThat(read.network("policy").forward(input))
        .containsExactly(model.network("policy").forward(input));
    assertThat(read.trained("policy").squares().norm())
        .isEqualTo(model.trained("policy").squares().norm())
        .isPositive();
  }

  @Test
  void aNetworkThatSharesItsWeightsIsReadAsItWasWritten() {
    var network = RowNetwork.random(new Seed(1), 4, 3, 2, 2, List.of(5));
    LearnedModel model = TestModels.model();
    Map<String, TrainedNetwork> networks = Map.of("policy", TrainedNetwork.untrained(network));
    Path file = folder.resolve("a.model");

    ModelFile.write(file, model.with(networks, model.history()));

    float[] input = {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0};
    assertThat(ModelFile.read(file).network("policy").forward(input))
        .containsExactly(network.forward(input));
  }

  /** The length of the header, the header, and floats, which any reader of safetensors finds. */
  @Test
  void theFileIsSafetensors() throws IOException {
    byte[] bytes = ModelFile.bytes(TestModels.model());

    int length = ChangedFile.length(bytes);
    assertThat(length % 8).isZero();
    JsonNode header = Json.MAPPER.readTree(bytes, 8, length);
    assertThat(header.at("/policy.0.weight").toString())
        .matches("\\{\"dtype\":\"F32\",\"shape\":\\[6,5],\"data_offsets\":\\[\\d+,\\d+]}");
    assertThat(header.at("/policy.0.bias/shape/0").intValue()).isEqualTo(5);
    assertThat(header.has("adam.mean.policy.0.weight")).isTrue();
    assertThat(header.has("adam.mean.value.0.weight")).isFalse();
    assertThat(header.at("/__metadata__"))
        .allSatisfy(text -> assertThat(text.isTextual()).isTrue());
    assertThat(header.at("/__metadata__/sha256").textValue())
        .isEqualTo(ModelFile.hash(TestModels.model()));
  }

  @Test
  void aFileThatIsNoModelIsRefusedWithTheNextStep() throws IOException {
    Path file = folder.resolve("a.model");

    assertFault(file, "no such file");
    assertFault(folder, "is not a regular file");
    Files.write(file, new byte[0]);
    assertFault(file, "is not a safetensors file");
    Files.writeString(file, "name: fifo\npolicy: one of the scenario files");
    assertFault(file, "is not a safetensors file");
    Files.write(file, TensorWriter.bytes(new TensorFile(new TreeMap<>(), new TreeMap<>())));
    assertFault(file, "is a safetensors file of another program");
    Files.write(file, changed("ductile-model", "ductile-other"));
    assertFault(file, "is a safetensors file of another program");
  }

  @Test
  void aDamagedModelIsRefused() throws IOException {
    byte[] bytes = ModelFile.bytes(TestModels.model());
    Path file = folder.resolve("a.model");

    Files.write(file, Arrays.copyOf(bytes, bytes.length - 9));
    assertFault(file, "the file was truncated in tensor value.1.weight");
    Files.write(file, Arrays.copyOf(bytes, 100));
    assertFault(file, "the file was truncated in its header");
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 4));
    assertFault(file, "it has 4 bytes after its last tensor");
    Files.write(file, changed("format_version\":\"1", "format_version\":\"2"));
    assertFault(file, "has format version 2, and this Ductile reads 1; update Ductile");
    Files.write(file, changed("0.125", "0.225"));
    assertFault(file, "was changed after it was written");
    Files.write(file, changed("F32", "F16"));
    assertFault(file, "tensor adam.mean.policy.0.bias has numbers of type \"F16\", not F32");
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    assertFault(file, "was changed after it was written");
  }

  @Test
  void aDivergedModelIsRefusedBeforeItReplacesAFile() {
    LearnedModel model = TestModels.model();
    for (float weight : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      var layer = new Layer(new float[][] {{1}, {weight}}, new float[] {1});
      var trained = TrainedNetwork.untrained(new DenseNetwork(List.of(layer)));

      assertThatThrownBy(() -> model.with(Map.of("policy", trained), model.history()))
          .hasMessage(
              "layer 0 of policy has a weight of %s: its training diverged".formatted(weight));
    }
  }

  @Test
  void aModelChecksItsParts() {
    LearnedModel model = TestModels.model();
    var history = model.history();

    assertThatThrownBy(() -> model.network("critic"))
        .hasMessage("the model has no network critic, only [policy, value]");
    assertThatThrownBy(() -> model.settings(TrainingHistory.class))
        .hasMessageContaining("its settings: unknown key");
    assertThatThrownBy(() -> new TrainingHistory(1, 1, "abc", "0", history.curve()))
        .hasMessageContaining("not 64 hexadecimal digits");
    assertThatThrownBy(() -> new CurvePoint(1, 1, Map.of("loss", Double.NaN)))
        .hasMessage("figure loss of a training curve is NaN");
    assertThatThrownBy(() -> new StateFeature("slots", 0, 0, 1))
        .hasMessageContaining("the scale must be positive");
    assertThatThrownBy(() -> model.with(Map.of("A b", random()), history))
        .hasMessage("\"A b\" is no name of a policy or a network");
  }

  @Test
  void anInterruptedWriteLeavesTheOldModel() throws IOException {
    Path file = folder.resolve("none").resolve("a.model");

    assertThatThrownBy(() -> ModelFile.write(file, TestModels.model()))
        .hasMessageStartingWith("cannot write the model to " + file);
    Path model = folder.resolve("a.model");
    ModelFile.write(model, TestModels.model());
    ModelFile.write(model, TestModels.model());
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(model);
    }
  }

  private static TrainedNetwork random() {
    return TrainedNetwork.untrained(DenseNetwork.random(new Seed(1), 1, 1));
  }

  private static byte[] changed(String old, String other) {
    return ChangedFile.replace(ModelFile.bytes(TestModels.model()), old, other);
  }

  private static void assertFault(Path file, String fault) {
    assertThatExceptionOfType(UnusableModelException.class)
        .isThrownBy(() -> ModelFile.read(file))
        .satisfies(problem ->
            assertThat(problem.getMessage())
                .startsWith(file + ": " + fault)
                .containsPattern("; (name|copy|train|update) "));
  }
}
