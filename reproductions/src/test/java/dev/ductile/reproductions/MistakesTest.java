package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.Experiment;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mistake in a reproduction is one line with its place. */
class MistakesTest {
  private static final String GOOD =
      """
      title: Speed
      paper: {authors: Nobody, venue: Nowhere, year: 2020}
      figure: Fig. 1
      x: {label: Workers}
      y: {label: Speed}
      experiment:
        predict: {model: linear, stepsPerSecond: 2, exponent: 1, workers: = x}
        measure: speedup
        x: [1, 2]
        lines: [{name: a}]
      theirs: {a: {1: 1}}
      claims: [{claim: so, checks: [{line: a, x: 2, above: 1}]}]
      """;

  private static final String SIMULATED =
      """
      title: Time
      paper: {authors: Nobody, venue: Nowhere, year: 2020}
      figure: Fig. 1
      x: {label: Contention}
      y: {label: Time}
      experiment:
        simulate: {cluster: {capacity: {gpu: 4}}, workload: {jobs: [{id: a, worker: {gpu: 1}, work: 5}]}}
        measure: makespan
        x: [few]
        lines: [{name: a, policy: fifo}]
      claims: [{claim: so, checks: [{line: a, x: few, above: 1}]}]
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "title: Speed | titel: Speed | :1:1: unknown key \"titel\"; did you mean \"title\"?",
        "figure: Fig. 1 | `` | :1:1: figure is missing",
        "measure: speedup | measure: sped | :8:12: experiment.measure: unknown measure \"sped\"; known:",
        "measure: speedup | `` | has no measure: the line \"a\" has none either",
        "workers: = x | workers: = y | :7:69: experiment.predict.workers is wrong: unknown quantity \"y\"",
        "workers: = x | workers: [1, 2] | experiment.predict asks about 2 sizes; name one",
        "x: [1, 2] | x: [] | experiment: a figure has 1 to 100000 numbers, not 0 points times 1 lines times 1 seeds",
        "x: [1, 2] | x: [2, 2] | 2 is there twice",
        "x: [1, 2] | x: 5..1 | experiment.x must be a list or a range such as 1..10, not \"5..1\"",
        "[{name: a}] | [{name: a}, {name: a}] | lines has \"a\" twice",
        "theirs: {a: | theirs: {b: | theirs.b is of no line; did you mean \"a\"? known: a",
        "{1: 1} | {3: 1} | theirs.a.3 is of no point of the x axis",
        "line: a, x: 2 | line: b, x: 2 | claims[0].checks[0].line names \"b\", which is no line",
        "line: a, x: 2 | line: a, x: 3 | claims[0].checks[0].x names 3, which is no point; did you mean \"1\"?",
        "above: 1} | above: 1, below: 2} | a check is one of is, within, below",
        "above: 1} | is: 1} | is needs a within",
        "{claim: so, | {claim: so, because: it is not, | claims[0].because tells why a claim does not hold",
        "predict: { | decide: {}, predict: { | expected",
        "model: linear | model: linar | unknown speed model \"linar\"; did you mean \"linear\"?"
      })
  void aMistakeIsOneLine(String good, String bad, String told) throws IOException {
    Path file = Files.writeString(folder.resolve("nobody-fig-1.yaml"), GOOD.replace(good, bad));

    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> run(file))
        .withMessageContaining(told)
        .withMessageContaining("nobody-fig-1.yaml");
  }

  @Test
  void anUnknownPolicyIsReportedBeforeTheFirstRun() throws IOException {
    String text =
        GOOD.replaceAll("predict: .*", "decide: {cluster: {capacity: {gpu: 1}}, jobs: []}")
            .replace("speedup", "granted")
            .replace("{name: a}", "{name: a, policy: fofo}");
    Path file = Files.writeString(folder.resolve("nobody-fig-1.yaml"), text);

    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> run(file))
        .withMessageContaining("nobody-fig-1.yaml:10:29: ")
        .withMessageContaining("unknown policy \"fofo\"; did you mean \"fifo\"?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{gpu: 4}} | {gpu: 4}}, policies: [fifo] | experiment.simulate.policies is not looked at here; it belongs to the lines of the experiment",
        "{gpu: 4}} | {gpu: 4}}, seeds: [1] | experiment.simulate.seeds is not looked at here; it belongs to the seeds of",
        "{gpu: 4}} | {gpu: 4}}, loads: [1, 2] | loads must be one; others are further points or lines",
        "measure: makespan | measure: {completion: 99} | completion must be between 0 and 1, not 99.0",
        "measure: makespan | measure: running-at | experiment.measure looks at a time, so that all points of x must be numbers",
        "line: a, x: few | line: a, from: 2 | claims[0].checks[0].from is for points that are numbers, and few is none; name points by x"
      })
  void aMistakeOfASimulationIsReported(String good, String bad, String told) throws IOException {
    Path file =
        Files.writeString(folder.resolve("nobody-fig-1.yaml"), SIMULATED.replace(good, bad));

    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> run(file))
        .withMessageContaining(told)
        .withMessageContaining("nobody-fig-1.yaml");
  }

  @Test
  void tooManyNumbersAreRefused() throws IOException {
    String text = GOOD.replace("x: [1, 2]", "x: 1..100\n  seeds: 1..1001");
    Path file = Files.writeString(folder.resolve("nobody-fig-1.yaml"), text);

    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> run(file))
        .withMessageContaining("not 100 points times 1 lines times 1001 seeds");
  }

  @Test
  void anUnknownNameHasASuggestion() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Library.in(Path.of("")).read("lin-fg-7", false))
        .withMessageStartingWith("unknown reproduction \"lin-fg-7\"; did you mean \"lin-fig-7\"?");
  }

  private static void run(Path file) {
    Reproduced.of(
        ReproductionFile.read(file, false),
        new ExperimentRunner(Catalog.installed(), 1, Experiment.ProgressListener.NONE));
  }
}
