package dev.ductile.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Reference;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model in a file has the predictions of the job that trained it. */
final class ScorerTest {
  private static final int EXAMPLES = 200;

  @TempDir private Path folder;

  /** A model, the text of its data, and the loss over them. */
  private record Trained(SavedModel model, Path data, double loss) {}

  @ParameterizedTest
  @CsvSource({
    "logistic, -1, 1, 0",
    "logistic, 0, 1, 1",
    "svm, 1, 2, 1",
    "ridge, 0, 5, 1",
    "softmax, 0, 2, 0",
    "softmax, 1, 3, 1",
    "mlp, 1, 3, 1"
  })
  void theLossOfAFileIsTheLossOfItsJob(String kind, int least, int most, int firstFeature)
      throws IOException {
    Trained trained = trained(kind, least, most, firstFeature);
    Path file = folder.resolve("model.safetensors");
    try (var out = Files.newOutputStream(file)) {
      trained.model().write(out);
    }
    SavedModel read = SavedModel.read(file);
    var predicted = new ArrayList<String>();

    ModelScore score;
    try (InputStream in = Files.newInputStream(trained.data())) {
      score = new Scorer(read).score(in, "data", Format.LIBSVM, (label, _) -> predicted.add(label));
    }

    assertThat(score.examples()).isEqualTo(EXAMPLES);
    assertThat(score.loss().orElseThrow()).isCloseTo(trained.loss(), within(1e-6));
    assertThat(predicted).hasSize(EXAMPLES);
    assertThat(read.dialect().firstFeature()).isEqualTo(firstFeature);
    if (!kind.equals("ridge")) {
      List<String> labels = labels(trained.data());
      long hits = 0;
      for (int i = 0; i < EXAMPLES; i++) {
        hits += labels.get(i).equals(predicted.get(i)) ? 1 : 0;
      }
      assertThat(score.accuracy().orElseThrow()).isEqualTo((double) hits / EXAMPLES);
      assertThat(hits).isGreaterThan(EXAMPLES * 2 / 3);
      assertThat(read.classNames()).contains(predicted.getFirst());
    }
  }

  /** The parameters have the same meaning in LIBLINEAR; skipped if it is not installed. */
  @ParameterizedTest
  @CsvSource({"logistic, L2R_LR, -1, 1", "svm, L2R_L2LOSS_SVC, 1, 2"})
  void predictionsEqualThoseOfLiblinear(String kind, String solver, int least, int most)
      throws Exception {
    Path program = Path.of("/usr/bin/liblinear-predict");
    assumeTrue(Files.isExecutable(program), "liblinear-tools is not installed");
    Trained trained = trained(kind, least, most, 1);
    var predicted = new ArrayList<String>();
    try (InputStream in = Files.newInputStream(trained.data())) {
      new Scorer(trained.model())
          .score(in, "data", Format.LIBSVM, (label, _) -> predicted.add(label));
    }
    Path model = Files.writeString(folder.resolve("liblinear"), forLiblinear(trained, solver));
    Path out = folder.resolve("predicted");
    Process process =
        new ProcessBuilder(
                program.toString(), trained.data().toString(), model.toString(), out.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(Files.readAllLines(out)).isEqualTo(predicted);
    assertThat(predicted).contains(Integer.toString(least), Integer.toString(most));
  }

  /** The label of positive scores comes first, and the weight of the bias last. */
  private static String forLiblinear(Trained trained, String solver) {
    var text = new StringBuilder();
    List<String> labels = trained.model().classNames();
    text.append("solver_type %s%nnr_class 2%n".formatted(solver));
    text.append("label %s %s%n".formatted(labels.getLast(), labels.getFirst()));
    text.append("nr_feature %d%nbias 1%nw%n".formatted(trained.model().features()));
    for (ModelFile.Table table : trained.model().tables()) {
      for (float number : table.numbers()) {
        text.append("%.9g%n".formatted(number));
      }
    }
    return text.toString();
  }

  /** Python's library reads a file in the same way: length, JSON, numbers behind it. */
  @Test
  void theFileHasTheFormatOfSafetensors() throws IOException {
    Trained trained = trained("logistic", 0, 1, 1);
    Path file = folder.resolve("model.safetensors");
    try (var out = Files.newOutputStream(file)) {
      trained.model().write(out);
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) bytes.getLong();
    byte[] header = new byte[length];
    bytes.get(header);
    String json = new String(header, StandardCharsets.UTF_8);

    assertThat((Long.BYTES + length) % 8).isZero();
    assertThat(json)
        .startsWith("{\"__metadata__\":{")
        .contains("\"kind\":\"logistic\"", "\"labels\":\"0,1\"", "\"first_feature\":\"1\"")
        .contains("\"weight\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}");
    float[] weights = new float[4];
    bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(weights);
    assertThat(weights).containsExactly(trained.model().tables().getFirst().numbers());
  }

  @Test
  void examplesWithoutLabelsArePredictedAndNotScored() throws IOException {
    Trained trained = trained("logistic", -1, 1, 1);
    var scorer = new Scorer(trained.model());

    ModelScore score =
        scorer.score(stream("1:0.5 900:1\n2:1\n"), "data", Format.LIBSVM, (_, _) -> {});

    assertThat(score.examples()).isEqualTo(2);
    assertThat(score.loss()).isEmpty();
    assertThat(score.accuracy()).isEmpty();
  }

  @Test
  void aTableIsReadWithAndWithoutLabels() throws IOException {
    Trained trained = trained("logistic", -1, 1, 1);
    String header = "a,b,c,label,d\n0,0,0,1,0\n";
    var labelled =
        new Scorer(trained.model()).score(stream(header), "data", Format.CSV, (_, _) -> {});
    var bare =
        new Scorer(trained.model()).score(stream("0,0,0,0\n"), "data", Format.CSV, (_, _) -> {});

    assertThat(labelled.accuracy()).isPresent();
    assertThat(bare.accuracy()).isEmpty();
    assertThat(bare.examples()).isEqualTo(1);
  }

  @Test
  void aMalformedLineIsNamed() throws IOException {
    Trained trained = trained("logistic", -1, 1, 1);

    assertThatThrownBy(() ->
            new Scorer(trained.model())
                .score(stream("1 1:1\n7 1:1\n"), "data", Format.LIBSVM, (_, _) -> {}))
        .hasMessageContaining("data, line 2: label 7");
    assertThatThrownBy(() ->
            new Scorer(trained.model())
                .score(stream("1 0:1\n"), "data", Format.LIBSVM, (_, _) -> {}))
        .hasMessageContaining("line 1: feature 0");
  }

  @Test
  void theAreaUnderTheCurveCountsEqualScoresHalf() {
    var ranking = new RocCurve();
    ranking.add(0.1f, false);
    ranking.add(0.4f, true);
    ranking.add(0.4f, false);
    ranking.add(-2f, false);
    ranking.add(3f, true);

    assertThat(ranking.area().orElseThrow()).isEqualTo(5.5 / 6);
  }

  @Test
  void aFileThatIsNoModelIsRefused() throws IOException {
    Path other = folder.resolve("other.safetensors");
    var table = new ModelFile.Table(new Tensor("weight", 2, 1, false), new float[2]);
    try (var out = Files.newOutputStream(other)) {
      ModelFile.write(new ModelFile.Content(Map.of("format", "pt"), List.of(table)), out);
    }
    Path text = Files.writeString(folder.resolve("text"), "this is no model, but some text");

    assertThatThrownBy(() -> SavedModel.read(other)).hasMessageContaining("ductile export");
    assertThatThrownBy(() -> SavedModel.read(text)).hasMessageContaining("safetensors");
  }

  private Trained trained(String kind, int least, int most, int firstFeature) throws IOException {
    Path data = folder.resolve("data.txt");
    Files.write(data, lines(least, most, firstFeature));
    String classes = kind.equals("softmax") || kind.equals("mlp") ? ", classes: 3" : "";
    Path file =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            job: job
            model: {kind: %s%s}
            data: {file: data.txt, splits: 3}
            batch: 50
            optimizer: {kind: sgd, learningRate: 0.1}
            stop: {epochs: 20}
            """
                .formatted(kind, classes));
    TrainingJob job = JobFile.read(file);
    var reference = Reference.read(job, folder);
    reference.run();
    List<Tensor> tensors = reference.model().tensors();
    var tables = new ArrayList<ModelFile.Table>();
    for (int i = 0; i < tensors.size(); i++) {
      tables.add(new ModelFile.Table(tensors.get(i), reference.numbers(i)));
    }
    var model =
        new SavedModel(
            job.model(),
            job.data().features(),
            Format.LIBSVM,
            Sources.dialect(job),
            Map.of(),
            tables);
    return new Trained(model, data, reference.loss());
  }

  /** Features of which the label's own is the largest. */
  private static List<String> lines(int least, int most, int firstFeature) {
    var random = new Random(7);
    var lines = new ArrayList<String>();
    for (int i = 0; i < EXAMPLES; i++) {
      boolean two = most - least < 2 || least < 0;
      int label = two ? (random.nextBoolean() ? most : least) : random.nextInt(least, most + 1);
      var line = new StringBuilder().append(label);
      for (int feature = 0; feature < 4; feature++) {
        double own = feature == Math.floorMod(label, 4) ? 1 : 0;
        line.append(" %d:%.3f".formatted(feature + firstFeature, own + 0.2 * random.nextDouble()));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static List<String> labels(Path data) throws IOException {
    try (var lines = Files.lines(data)) {
      return lines.map(line -> Arrays.asList(line.split(" ", -1)).getFirst()).toList();
    }
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
