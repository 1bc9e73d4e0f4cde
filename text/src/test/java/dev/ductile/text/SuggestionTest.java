package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  private static final List<String> KNOWN =
      List.of("policies", "srpt", "srsf", "srtf", "tiresias-l", "meanTimeBetween");

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

  /** One letter of srpt differs, too, and srpt is the first of the list. */
  @Test
  void swappedLettersAreTheLikelierMistake() {
    assertThat(Suggestion.distance("srft", "srtf")).isLessThan(Suggestion.distance("srft", "srpt"));
    assertThat(Suggestion.nearest("srft", KNOWN)).contains("srtf");
  }

  /** One letter of cpu differs, too, and cpu is the first of the list. */
  @Test
  void ofEquallySimilarWordsTheOneOfTheSameBeginningIsSuggested() {
    assertThat(Suggestion.nearest("gpu", List.of("cpu", "gpus", "memory"))).contains("gpus");
    assertThat(Suggestion.nearest("gpus", List.of("cpu", "gpu", "memory"))).contains("gpu");
  }

  @Test
  void theBeginningOfWordsNamesThem() {
    assertThat(Suggestion.phrase("resnet", List.of("vgg@h200", "resnet@h200", "resnet@k520")))
        .startsWith("; did you mean \"resnet@h200\" or \"resnet@k520\"?");
  }

  @Test
  void eachOtherLetterIsAMistake() {
    assertThat(Suggestion.distance("kitten", "sitting")).isEqualTo(3 * 4);
    assertThat(Suggestion.distance("", "abc")).isEqualTo(3 * 4);
  }
}
