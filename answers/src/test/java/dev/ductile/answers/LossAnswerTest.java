package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LossAnswerTest {
  private static final Path EXAMPLE = Path.of("../examples/curve.csv");

  @TempDir private Path folder;

  @Test
  void theExampleIsForecastWithinItsInterval() {
    var tree =
        LossAnswer.of(InputFile.of(EXAMPLE), OptionalDouble.of(0.1), OptionalLong.of(600)).tree();

    assertThat(tree.get("step").asLong()).isEqualTo(240);
    assertThat(tree.at("/form/name").asText()).isEqualTo("ensemble");
    assertThat(tree.at("/papers/b0").asDouble()).isPositive();
    assertThat(tree.get("lossAtHorizon").asDouble()).isBetween(0.05, 0.2);
    assertThat(tree.at("/forecast/low").asLong()).isLessThan(475 - 240);
    assertThat(tree.at("/forecast/high").asLong()).isGreaterThan(475 - 240);
    assertThat(tree.at("/hint/verdict").asText()).isEqualTo("continue");
  }

  @Test
  void everyFormOfTheAnswerCanBePrinted() {
    Response answer =
        LossAnswer.of(InputFile.of(EXAMPLE), OptionalDouble.of(1e-5), OptionalLong.of(600));

    assertThat(answer.in(Response.Form.table)).contains("probably stop", "improbable by step 600");
    assertThat(answer.in(Response.Form.json)).contains("\"sentence\"").doesNotContain("NaN");
    assertThat(answer.in(Response.Form.csv)).contains("loss now");
  }

  @Test
  void severalRunsAreCompared() throws IOException {
    Path flat = written("step,loss", 240, "2.3");

    Response answer =
        LossAnswer.among(List.of(InputFile.of(EXAMPLE), InputFile.of(flat)), 0.5, 600);

    assertThat(answer.tree().at("/runs/0/file").asText()).endsWith("curve.csv");
    assertThat(answer.tree().at("/runs/0/verdict").asText()).isEqualTo("continue");
    assertThat(answer.rows().getFirst().getLast()).startsWith("continue");
    assertThat(answer.rows().getLast().getLast()).startsWith("probably stop");
  }

  @Test
  void divergedAndShortRunsGetAnAnswer() throws IOException {
    Path broken = written("loss,step", 30, "nan");
    Files.writeString(broken, "loss,step\n0.5,1\n0.4,2\n0.3,3\n,4\nnan,5\n");
    Path few = folder.resolve("few.csv");
    Files.writeString(few, "step,loss,lr\n1,0.5,1\n2,0.4,1\n");

    assertThat(answer(broken)).contains("diverged", "probably stop");
    assertThat(answer(few)).contains("too early to say: 2 losses");
  }

  @Test
  void mistakesNameTheirPlace() throws IOException {
    Path file = folder.resolve("curve.csv");
    Files.writeString(file, "step,loss\n1,0.5\n2,low\n");
    assertWrong(file, "curve.csv:3:3: loss must be a number up to 1e18, nan or inf, not \"low\"");
    Files.writeString(file, "step,loss\n1.5,0.5\n");
    assertWrong(file, "curve.csv:2:1: step must be a whole number up to 1e15, not \"1.5\"");
    Files.writeString(file, "step,lost\n1,0.5\n");
    assertWrong(file, "no column \"loss\"");
    Files.writeString(file, "step,loss\n1,nan\n");
    assertWrong(file, "has no finite loss");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() ->
            LossAnswer.of(InputFile.of(EXAMPLE), OptionalDouble.empty(), OptionalLong.of(100)))
        .withMessageContaining("must be after step 240");
  }

  private static String answer(Path file) {
    return LossAnswer.of(InputFile.of(file), OptionalDouble.of(0.1), OptionalLong.empty())
        .in(Response.Form.table);
  }

  private void assertWrong(Path file, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(
            () -> LossAnswer.of(InputFile.of(file), OptionalDouble.empty(), OptionalLong.empty()))
        .withMessageContaining(message);
  }

  private Path written(String header, int rows, String loss) throws IOException {
    var text = new StringBuilder(header).append('\n');
    for (int step = 1; step <= rows; step++) {
      text.append(step).append(',').append(loss).append('\n');
    }
    Path file = folder.resolve(loss + ".csv");
    return Files.writeString(file, text.toString());
  }
}
