package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.reports.Fidelity;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FidelityAnswerTest {
  private final Fidelity fidelity = new Fidelity(run(20), run(25));

  @Test
  void everyFormHasTheComparison() {
    var answer = new FidelityAnswer(fidelity);

    assertThat(answer.in(Response.Form.table)).isEqualTo(fidelity.text());
    assertThat(answer.in(Response.Form.json)).isEqualTo(fidelity.json());
    assertThat(answer.in(Response.Form.yaml))
        .contains("  simulatedCompletion: 25\n")
        .doesNotContain("{");
    assertThat(answer.in(Response.Form.csv))
        .isEqualTo(
            """
            job,live,simulated,error,live changes,simulated changes
            a,20,25,0.25,1,1
            """);
  }

  private static Run run(double completion) {
    var job =
        new Outcome(
            "a",
            "",
            Outcome.Ending.FINISHED,
            0,
            0,
            completion,
            0,
            completion,
            1,
            1,
            0,
            0,
            0,
            Double.NaN);
    var totals = new Run.Totals(completion, 1, 1, 0, 0, 0, 1, 0, Run.End.ALL_OVER);
    return new Run("fifo", 1, 1, List.of(job), totals, 1, Run.Timeline.EMPTY);
  }
}
