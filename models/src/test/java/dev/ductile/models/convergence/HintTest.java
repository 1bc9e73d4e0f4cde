package dev.ductile.models.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HintTest {

  @Test
  void hopelessRunsAreDistinguishedFromGoodOnes() throws IOException {
    List<LossHistory> runs =
        List.of(
            RealCurve.named("digits-cnn-12").seen(240),
            RealCurve.named("digits-cnn-68").seen(240),
            RealCurve.named("digits-cnn-10").seen(240),
            RealCurve.named("digits-cnn-0").seen(240));

    assertThat(Hint.among(runs, 0.25, 600))
        .extracting(Hint::verdict)
        .containsExactly(
            Hint.Verdict.CONTINUE,
            Hint.Verdict.PROBABLY_STOP,
            Hint.Verdict.PROBABLY_STOP,
            Hint.Verdict.PROBABLY_STOP);
  }

  @Test
  void theSentenceShowsTheFigures() {
    var hint = new Hint(Hint.Verdict.PROBABLY_STOP, 0.03, 0.41, 600, 0.38);

    assertThat(hint.sentence())
        .isEqualTo(
            "probably stop: 3 % chance to be at or below 0.4100 by step 600 (best so far 0.3800)");
  }

  @Test
  void aRunThatHasDivergedHasNoTarget() {
    LossHistory broken = EnsembleTest.history(100, step -> step < 90 ? 1 / step : Double.NaN);

    for (Hint hint :
        List.of(Hint.of(broken, 0.1, 200), Hint.among(List.of(broken), 1, 200).get(0))) {
      assertThat(hint.verdict()).isEqualTo(Hint.Verdict.PROBABLY_STOP);
      assertThat(hint.hasTarget()).isFalse();
      assertThat(hint.sentence())
          .isEqualTo("probably stop: its newest losses are not finite: the run has diverged");
    }
  }

  @Test
  void aShortRunGetsNoAdvice() {
    var young = EnsembleTest.history(3, step -> 1 / step);

    assertThat(Hint.among(List.of(young, new LossHistory()), 0.5, 100))
        .extracting(Hint::sentence)
        .containsOnly("too early to say");
    assertThatIllegalArgumentException().isThrownBy(() -> Hint.among(List.of(young), 0, 100));
  }
}
