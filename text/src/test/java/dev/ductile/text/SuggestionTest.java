package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  private static final List<String> KNOWN =
      List.of("policies", "srtf", "srsf", "tiresias-l", "meanTimeBetween");

  @ParameterizedTest
  @CsvSource({
    "polices, policies",
    "srft, srtf",
    "SRTF, srtf",
    "tiresias_l, tiresias-l",
    "tiresiasL, tiresias-l",
    "meanTimeBetwen, meanTimeBetween"
  })
  void similarWordsAreSuggested(String written, String meant) {
    assertThat(Suggestion.nearest(written, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"fifo", "x", "''"})
  void otherWordsAreNotSuggested(String written) {
    assertThat(Suggestion.nearest(written, KNOWN)).isEmpty();
  }

  @Test
  void aPhraseIsSortedAndShort() {
    assertThat(Suggestion.phrase("fifo", List.of("b", "a"))).isEqualTo("; known: a, b");
    assertThat(Suggestion.phrase("srft", KNOWN))
        .startsWith("; did you mean \"srtf\"? known: meanTimeBetween, policies");
    assertThat(Suggestion.phrase("x", List.of())).isEmpty();
    List<String> many = IntStream.range(0, 100).mapToObj(number -> "name-" + number).toList();
    assertThat(Suggestion.phrase("far away", many)).endsWith(", ...").hasSizeLessThan(500);
  }

  @Test
  void swappedLettersAreOneMistake() {
    assertThat(Suggestion.distance("srft", "srtf")).isEqualTo(1);
    assertThat(Suggestion.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
  }
}
