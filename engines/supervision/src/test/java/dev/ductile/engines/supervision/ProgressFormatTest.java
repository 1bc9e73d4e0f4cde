package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How lines of output report progress. */
class ProgressFormatTest {
  @Test
  void aJsonLineReportsAStep() {
    assertThat(
            new JsonProgress().read(" {\"a\": [1, {\"step\": 3}], \"step\": 12.0, \"loss\": 1e-1}"))
        .hasValue(
            new ProgressReport(
                12, OptionalDouble.of(0.1), OptionalDouble.empty(), OptionalDouble.empty()));
    assertThat(new JsonProgress().read("{\"step\": 5, \"loss\": \"low\", \"checkpoint\": 4}"))
        .hasValue(
            new ProgressReport(
                5, OptionalDouble.empty(), OptionalDouble.of(4), OptionalDouble.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "step",
        "{\"step\": }",
        "{\"step\": \"7\"}",
        "{\"step\": -1}",
        "{\"step\": NaN}",
        "{\"step\": 1e999}",
        "{\"steps\": 1}",
        "{\"a\": {\"step\": 1}}",
        "[{\"step\": 1}]",
        "{\"step\": 1"
      })
  void otherLinesReportNothing(String line) {
    assertThat(new JsonProgress().read(line)).isEmpty();
  }

  @Test
  void anExpressionWithoutAStepIsRefused() {
    assertThatThrownBy(() -> ProgressFormat.of("loss=(?P<loss>.*)"))
        .hasMessage(
            "progress \"loss=(?P<loss>.*)\" has no group named step. Maybe (?P<step>[0-9]+)?");
    assertThatThrownBy(() -> ProgressFormat.of("(?P<step>"))
        .hasMessageStartingWith("progress \"(?P<step>\" is not a regular expression: ");
    assertThat(List.of("step 3", "step x", "none", "step 1e999"))
        .filteredOn(line -> ProgressFormat.of("step (?<step>\\S+)").read(line).isPresent())
        .containsExactly("step 3");
  }
}
