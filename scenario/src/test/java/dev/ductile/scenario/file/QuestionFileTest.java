package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Allocation;
import dev.ductile.api.Size;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.Question;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionFileTest {
  @Test
  void sizesAreEveryPairOfWorkersAndServers() {
    assertThat(read(", workers: [1, 4], servers: [1, 2]").sizes())
        .containsExactly(new Size(1, 1), new Size(4, 1), new Size(1, 2), new Size(4, 2));
  }

  @Test
  void aRangeIsEveryNumberBetween() {
    assertThat(read(", workers: 1..64").sizes())
        .isEqualTo(IntStream.rangeClosed(1, 64).mapToObj(Size::workers).toList());
  }

  @Test
  void aQuestionWithoutSizesHasTheDefaultSizes() {
    assertThat(read("").sizes()).extracting(Size::workers).containsExactly(1, 2, 4, 8, 16, 32, 64);
  }

  @Test
  void aStatedErrorBecomesTheRangeOfTheEstimate() {
    Question question = read(", error: 1");

    assertThat(question.speed().estimate(Allocation.together(Size.workers(1))).low()).isEqualTo(1);
    assertThat(question.speed().estimate(Allocation.together(Size.workers(1))).high()).isEqualTo(4);
  }

  @Test
  void workersAreDistributedByPerNode() {
    Allocation where = read(", perNode: 4").where(new Size(10, 1));

    assertThat(where.shares())
        .extracting(Allocation.Share::size)
        .containsExactly(new Size(4, 1), new Size(4, 0), new Size(2, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers: 0 | workers must be between 1 and",
        "workers: none | workers must be such as",
        "workers: 9..1 | workers must be such as",
        "workers: [1, x] | workers[1] must be a whole number",
        "workers: [] | a question needs 1 to",
        "'workers: 1..9000, servers: 1..9000' | make 81000000 sizes",
        "perNode: 0 | perNode must be between",
        "error: -1 | error must be a finite number of at least 0",
        "eror: 1 | did you mean"
      })
  void aMistakeIsReported(String wrong, String told) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(", " + wrong))
        .withMessageContaining(told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e-3", "0.001", ".001", "1.0E-3", "10e-4", ".1e-2"})
  void numbersMayBePowersOfTenAndBare(String number) {
    Question question =
        QuestionFile.read(
            Document.of("q", "{model: doubling, first: %s}".formatted(number)).root(),
            Plugins.catalog());

    assertThat(question.speed().stepsPerSecond(Allocation.together(Size.workers(1))))
        .isEqualTo(0.001);
  }

  private static Question read(String more) {
    return QuestionFile.read(
        Document.of("question", "{model: doubling, first: 2" + more + "}").root(),
        Plugins.catalog());
  }
}
