package dev.ductile.reproductions.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  @Test
  void quantitiesAreEvaluatedInTheirOrderAndMayHaveAnyType() {
    JsonNode filled =
        filled(
            "{a: = 2 * twice, b: = word, c: [= x, = list]}",
            "{x: 3, twice: = 2 * x, word: hot, list: [1, 2]}",
            1);

    assertThat(filled).hasToString("{\"a\":12,\"b\":\"hot\",\"c\":[3,[1,2]]}");
  }

  @Test
  void anElementOfAListMayBeRepeated() {
    JsonNode filled =
        filled(
            "{jobs: [{id: first}, {repeat: = n, let: {k: = i * i}, each: {id: = k}}]}",
            "{n: 3}",
            1);

    assertThat(filled)
        .hasToString("{\"jobs\":[{\"id\":\"first\"},{\"id\":0},{\"id\":1},{\"id\":4}]}");
  }

  @Test
  void aLargerCountKeepsTheFirstDraws() {
    String template = "{jobs: [{repeat: = n, each: {work: {draw: {min: 1, max: 9}}}}]}";
    JsonNode few = filled(template, "{n: 5}", 7).get("jobs");
    JsonNode many = filled(template, "{n: 50}", 7).get("jobs");

    for (int i = 0; i < 5; i++) {
      assertThat(few.get(i)).isEqualTo(many.get(i));
    }
    assertThat(filled(template, "{n: 5}", 8).get("jobs")).isNotEqualTo(few);
    assertThat(many.get(0)).isNotEqualTo(many.get(1));
  }

  @Test
  void anAdditionalDrawChangesNoOther() {
    JsonNode alone = filled("{a: {draw: {min: 0, max: 1}}}", "{}", 3);
    JsonNode beside = filled("{b: {draw: {min: 0, max: 1}}, a: {draw: {min: 0, max: 1}}}", "{}", 3);

    assertThat(beside.get("a")).isEqualTo(alone.get("a"));
    assertThat(beside.get("b")).isNotEqualTo(alone.get("a"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{min: 2, max: 4} | 2 | 4",
        "{min: 2, max: 4, whole: true} | 2 | 4",
        "{min: 1, max: 1000, log: true} | 1 | 1000",
        "{oneOf: [5, 7]} | 5 | 7",
        "{min: 1, max: 2, sum: 10} | 10 | 20",
        "{exponential: {mean: 3}} | 0 | 1e9",
        "{lognormal: {median: 3, sigma: 1}} | 0 | 1e9"
      })
  void drawsStayInTheirRange(String draw, double least, double most) {
    double sum = 0;
    for (int seed = 0; seed < 200; seed++) {
      double value = filled("{draw: " + draw + "}", "{}", seed).doubleValue();
      assertThat(value).as("seed %d", seed).isBetween(least, most);
      sum += value;
    }
    assertThat(sum / 200).isBetween(least, Math.min(most, 200));
  }

  @Test
  void wholeDrawsReachBothEnds() {
    int seen = 0;
    for (int seed = 0; seed < 100; seed++) {
      JsonNode value = filled("{draw: {min: 0, max: 4, whole: true}}", "{}", seed);
      assertThat(value.isIntegralNumber()).as("seed %d", seed).isTrue();
      seen |= 1 << value.intValue();
    }
    assertThat(seen).isEqualTo(0b11111);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: = y} | a is wrong: unknown quantity \"y\"; did you mean \"x\"? known: word, x",
        "{a: = 2 * word} | word is \"hot\", and no number to reckon with",
        "{a: {draw: {min: 2, max: 1}}} | a range needs min and max, and min the smaller",
        "{a: {draw: {oneOf: [1, 2], sum: 3}}} | sum is of numbers, and oneOf draws any values",
        "{a: {draw: {oneOf: [1, 2], whole: true}}} | whole and log belong to a range of min and max",
        "{a: {draw: {exponential: {mean: 3}, log: true}}} | whole and log belong to a range",
        "{a: {draw: {min: 1, max: 2, whole: true, log: true}}} | whole and log do not go together",
        "{a: {draw: {}}} | a draw is one of min and max, oneOf, exponential, lognormal; this has 0",
        "{a: [{repeat: -1, each: 1}]} | must be between 0 and 100000, not -1",
        "{a: [{repeat: 2, ech: 1}]} | unknown key \"ech\""
      })
  void aMistakeHasItsPlace(String template, String problem) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> filled(template, "{x: 1, word: hot}", 1))
        .withMessageContaining(problem)
        .withMessageStartingWith("test:1:");
  }

  private static JsonNode filled(String template, String quantities, long seed) {
    Map<String, Written> named = Document.of("quantities", quantities).root().members();
    return Template.filled(Document.of("test", template).root(), named, seed).node();
  }
}
