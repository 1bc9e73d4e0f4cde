package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.models.fit.Fit;
import dev.ductile.models.fit.Fitter;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FitAnswerTest {
  @Test
  void parametersRangesAndTheFormsTriedAreNamedForPeople() {
    List<Measurement> measured =
        IntStream.rangeClosed(1, 10)
            .mapToObj(workers ->
                new Measurement(new Setup(workers, 0, 8), workers / (1 + 0.05 * workers)))
            .toList();
    Fit fit = Fitter.OPEN.fit(measured);
    var answer =
        new FitAnswer(
            fit.form(),
            fit.terms(),
            fit.theta(),
            fit::estimate,
            true,
            fit.heldOutError(),
            fit.scores(),
            measured,
            List.of());
    String table = answer.answer().in(Response.Form.table, 80);

    assertThat(table)
        .containsPattern("(?m)^parameter t0 +\\S+ s/sample +computing a sample")
        .containsPattern("(?m)^training range +\\S+ % +inside their 90 % range")
        .containsPattern("(?m)^form tried +\\S+ +held-out error \\S+ %");
  }
}
