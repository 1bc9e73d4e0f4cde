package dev.ductile.reproductions.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.reproductions.experiment.Cell;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.experiment.Points;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.TypeReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimCheckerTest {
  private static final Binder BINDER =
      new Binder(Map.of(Share.class, (TypeReader<Share>) Share::of), List.of());

  /** Lines over four points: of one the first number is missing, and of one seeds differ. */
  private static final Grid OURS =
      new Grid(
          List.of("low", "high", "gap", "noisy"),
          Points.of(Document.of("x", "[1, 2, 4, 8]").root()).list(),
          List.of(
              List.of(sure(10), sure(8), sure(6), sure(7)),
              List.of(sure(11), sure(11), sure(11), sure(11)),
              List.of(sure(Double.NaN), sure(9), sure(8), sure(0)),
              List.of(sure(11), sure(11), new Cell(List.of(2.0, 20.0)), sure(11))));

  private static final PublishedNumbers THEIRS =
      new PublishedNumbers(Map.of("low", Map.of("1", 10.5, "4", 5.0), "high", Map.of("1", 10.5)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{line: low, x: 2, is: 8.4, within: 5%} | true | 8.000 against 8.400 at 2, 4.8% off",
        "{line: low, x: 2, is: 8.5, within: 5%} | false | 8.000 against 8.500 at 2, 5.9% off",
        "{line: low, within: 20%} | true | 6.000 against 5.000 at 4, 20.0% off",
        "{line: low, within: 19%} | false | 6.000 against 5.000 at 4, 20.0% off",
        "{line: low, x: 2, within: 19%} | false | nothing to compare",
        "{line: low, of: high, x: 1, within: 10%} | true | 0.9091 against 1.000 at 1, 9.1% off",
        "{line: low, below: high} | true | 10.00 against 11.00 at 1, the closest",
        "{line: low, below: high, by: 10%} | false | 10.00 against 11.00 at 1, the closest",
        "{line: low, below: high, by: 10%, from: 2, to: 4} | true | 8.000 against 11.00 at 2, the closest",
        "{line: high, above: low, x: [4, 8]} | true | 11.00 against 7.000 at 8, the closest",
        "{line: high, below: 99, by: 88%} | true | 11.00 against 99.00 at 1, the closest",
        "{line: gap, above: 0, from: 2} | false | 0.000 against 0.000 at 8, the closest",
        "{line: gap, x: 8, is: 0, within: 0%} | true | 0.000 against 0.000 at 8, 0.0% off",
        "{line: gap, is: 8, within: 100%} | false | no number at 1",
        "{line: gap, below: 99} | false | no number at 1",
        "{line: low, above: gap} | false | no number at 1",
        "{line: low, of: gap, above: 0, to: 4} | false | no number at 1",
        "{line: gap, most: 1} | false | no number at 1",
        "{line: gap, least: 1} | false | no number at 1",
        "{line: gap, decreasing: true} | false | no number at 1",
        "{line: gap, of: low, x: 1, within: 10%} | false | nothing to compare",
        "{line: low, above: 6} | false | 6.000 against 6.000 at 4, the closest",
        "{line: low, above: 5.9} | true | 6.000 against 5.900 at 4, the closest",
        "{line: low, decreasing: true, to: 4} | true | from 10.00 to 6.000",
        "{line: low, decreasing: true} | false | 6.000 at 4, then 7.000 at 8",
        "{line: high, increasing: true} | true | from 11.00 to 11.00",
        "{line: low, least: 4} | true | 6.000 at 4",
        "{line: low, most: [2, 4]} | false | 10.00 at 1",
        "{line: low, least: 4, from: 99} | false | none of its points is there"
      })
  void checksCompareTheNumbers(String check, boolean holds, String measured) {
    CheckedClaim judged = judged("{claim: so, checks: [" + check + "]}", false);

    assertThat(judged.findings()).containsExactly(new Finding(holds, measured));
    assertThat(judged.verdict()).isEqualTo(holds ? Verdict.REPRODUCED : Verdict.NOT);
    assertThat(judged.isSurprise()).isEqualTo(!holds);
  }

  @Test
  void theVerdictFollowsFromAllChecksAndReadings() {
    String good = "{line: low, least: 4}";
    String bad = "{line: low, least: 1}";

    assertThat(verdict("{claim: so}", true)).isEqualTo(Verdict.NOT_JUDGED);
    assertThat(verdict("{claim: so, checks: [%s, %s]}".formatted(good, bad), true))
        .isEqualTo(Verdict.NOT);
    assertThat(verdict("{claim: so, checks: [%s]}".formatted(good), true))
        .isEqualTo(Verdict.UNDER_A_READING);
    assertThat(verdict("{claim: so, reading: such, checks: [%s]}".formatted(good), false))
        .isEqualTo(Verdict.UNDER_A_READING);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{line: noisy, above: low} | true | 11.00 against 10.00 at 1, the closest; may be chance at 4",
        "{line: noisy, of: low, x: 4, above: 1} | true | 1.833 against 1.000 at 4, the closest; may be chance at 4",
        "{line: noisy, below: low, x: 4} | false | 11.00 against 6.000 at 4, the closest; may be chance at 4"
      })
  void aResultWithinTheNoiseOfSeedsIsNotReproduced(String check, boolean holds, String measured) {
    CheckedClaim judged = judged("{claim: so, checks: [" + check + "]}", true);

    assertThat(judged.findings()).containsExactly(new Finding(holds, measured, true));
    assertThat(judged.verdict()).isEqualTo(holds ? Verdict.MAY_BE_CHANCE : Verdict.NOT);
    assertThat(judged("{claim: so, expect: chance, checks: [" + check + "]}", true).isSurprise())
        .isEqualTo(!holds);
  }

  @Test
  void aVerdictThatChangedIsASurprise() {
    assertThat(judged("{claim: so, expect: not, checks: [{line: low, least: 1}]}", false))
        .matches(judged -> !judged.isSurprise());
    assertThat(judged("{claim: so, expect: not, checks: [{line: low, least: 4}]}", false))
        .matches(CheckedClaim::isSurprise);
    assertThat(judged("{claim: so, expect: not}", false)).matches(judged -> !judged.isSurprise());
  }

  private static Verdict verdict(String claim, boolean rests) {
    return judged(claim, rests).verdict();
  }

  private static CheckedClaim judged(String claim, boolean rests) {
    Claim read = BINDER.record(Claim.class, Document.of("claim", claim).root());
    return new ClaimChecker(OURS, THEIRS, rests).judged(read);
  }

  private static Cell sure(double value) {
    return new Cell(List.of(value, value));
  }
}
