package dev.ductile.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Held-out examples and those to learn from are two parts of the data, however these are cut. */
class HeldOutTest {
  private static final int EXAMPLES = 4_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "'file: data.txt', 5",
    "'file: data.txt', 64",
    "'file: data.txt.gz', 7",
    "'file: data.csv', 6",
    "'generate: a9a, examples: 4000', 5",
    "'generate: digits, examples: 4000', 64"
  })
  void eachExampleIsOnOneSide(String source, int splits) throws IOException {
    writeData();
    TrainingJob all = job("{%s, splits: %d}".formatted(source, splits));
    TrainingJob most = all.withValidation(new ValidationSpec.Share(0.1));

    List<String> heldOut = heldOut(most);
    List<String> learnt = rows(most, "learnt");
    var both = new ArrayList<>(heldOut);
    both.addAll(learnt);

    assertThat(Rows.sorted(both)).isEqualTo(Rows.sorted(rows(all, "all")));
    assertThat(heldOut.size()).isBetween(EXAMPLES * 7 / 100, EXAMPLES * 13 / 100);
    var common = new HashSet<>(heldOut);
    common.retainAll(new HashSet<>(learnt));
    assertThat(common).isEmpty();
  }

  @Test
  void splitsAndCompressionDoNotChangeTheHeldOutExamples() throws IOException {
    writeData();
    var share = new ValidationSpec.Share(0.1);
    List<String> plain = heldOut(job("{file: data.txt, splits: 3}").withValidation(share));

    assertThat(heldOut(job("{file: data.txt.gz, splits: 64}").withValidation(share)))
        .isEqualTo(plain);
    assertThat(heldOut(job("data.txt").withValidation(new ValidationSpec.Share(0.2))))
        .containsAll(plain)
        .hasSizeGreaterThan(plain.size());
  }

  @Test
  void aSeparateFileIsReadInTheFormatOfTheTrainingData() throws IOException {
    Files.writeString(folder.resolve("data.txt"), "1 1:1 3:1\n2 2:1\n");
    Files.writeString(folder.resolve("test.txt"), "1 1:0.5 9:1\n1 2:1\n");
    TrainingJob job = job("data.txt\nvalidation: test.txt");

    HeldOutExamples examples = HeldOutExamples.read(job);

    assertThat(examples.count()).isEqualTo(2);
    assertThat(examples.pieces().getFirst().labels()).containsExactly(-1, -1);
    assertThat(Rows.of(examples.pieces().getFirst())).hasSize(2);
    assertThat(examples.pieces().getFirst().features()).containsExactly(0, 1);
    assertThat(rows(job, "learnt")).hasSize(2);
  }

  @Test
  void mistakesAreNamed() throws IOException {
    Files.writeString(folder.resolve("data.txt"), "1 1:1 3:1\n-1 2:1\n");
    Files.writeString(folder.resolve("label.txt"), "1 1:1\n7 1:1\n");
    Files.writeString(folder.resolve("bare.txt"), "1:1\n2:1\n");
    Files.writeString(folder.resolve("empty.txt"), "");

    fails("data.txt\nvalidation: label.txt", "label.txt, line 2: label 7");
    fails("data.txt\nvalidation: bare.txt", "bare.txt has no labels; held-out examples need them");
    fails("data.txt\nvalidation: empty.txt", "empty.txt has no examples");
    fails(
        "data.txt\nvalidation: 0.01%",
        "validation: 0.01% of the data holds out no example: hold out more, or name a file");
  }

  @Test
  void theNumberOfHeldOutExamplesHasALimit() throws IOException {
    writeData();
    TrainingJob job = job("{generate: a9a, examples: 4000}\nvalidation: 10%");

    assertThatThrownBy(() -> HeldOutExamples.read(job, 1_000))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining("10% has more than 1,000 values")
        .hasMessageContaining("hold out less");
  }

  private void fails(String data, String sentence) throws IOException {
    TrainingJob job = job(data);
    assertThatThrownBy(() -> HeldOutExamples.read(job))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining(sentence);
  }

  private TrainingJob job(String data) throws IOException {
    Path file = folder.resolve("job.yaml");
    Files.writeString(file, "model: logistic\ndata: " + data + "\n");
    return JobFile.read(file);
  }

  private void writeData() throws IOException {
    var random = new SplittableRandom(3);
    var sparse = new StringBuilder();
    var dense = new StringBuilder("a,b,label\n");
    for (int i = 0; i < EXAMPLES; i++) {
      int label = random.nextInt(2);
      sparse.append("%d 1:%.4f 3:%.4f%n".formatted(label, random.nextDouble(), 0.5 + label));
      dense.append("%.4f,%.4f,%d%n".formatted(random.nextDouble(), 0.5 + label, label));
    }
    Files.writeString(folder.resolve("data.txt"), sparse);
    Files.writeString(folder.resolve("data.csv"), dense);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("data.txt.gz")))) {
      Files.copy(folder.resolve("data.txt"), out);
    }
  }

  private static List<String> heldOut(TrainingJob job) throws IOException {
    var rows = new ArrayList<String>();
    for (Examples piece : HeldOutExamples.read(job).pieces()) {
      rows.addAll(Rows.of(piece));
    }
    return rows;
  }

  private List<String> rows(TrainingJob job, String name) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name + job.data().splits()));
    return Rows.of(Sources.of(job), job.data().splits(), own);
  }
}
