package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Outcome;
import dev.ductile.history.Outcome.Ending;
import dev.ductile.history.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayTableTest {
  private final Run recorded =
      run(
          "srtf",
          Examples.outcome("late", "", Ending.FINISHED, 5, 6, 205),
          Examples.outcome("early", "", Ending.FINISHED, 0, 0, 100),
          Examples.outcome("killed", "", Ending.KILLED, 7, 8, 9));

  private final Run simulated =
      run(
          "srtf",
          Examples.outcome("early", "", Ending.FINISHED, 0, 0, 90),
          Examples.outcome("late", "", Ending.FINISHED, 5, 6, 209),
          Examples.outcome("killed", "", Ending.KILLED, 7, 8, 9));

  @Test
  void underItsOwnPolicyTheDifferencesAreErrors() {
    assertThat(new ReplayTable(new Fidelity(recorded, simulated), true).text())
        .isEqualTo(
            """
            Simulated under srtf, the policy of the run:
            Job     Recorded  Simulated  Difference   Error  Changes recorded  Changes simulated
            early     1m 40s     1m 30s        -10s  -10.0%                 1                  1
            late      3m 20s     3m 24s          4s    2.0%                 1                  1
            killed         -          -           -       -                 0                  0
            ------------------------------------------------------------------------------------
            mean      2m 30s     2m 27s         -3s   -2.0%
            completion times differ by 6.0% in the mean and 10.0% at most, without 1 that did not finish in both worlds; an error above 0 means that the job took longer in the simulation
            """);
  }

  @Test
  void underAnotherPolicyTheMeansAreCompared() {
    var table = new ReplayTable(new Fidelity(recorded, simulated), false);

    assertThat(table.text())
        .startsWith("Simulated under srtf:\nJob ")
        .endsWith(
            "\nunder srtf the mean completion is 2m 27s instead of 2m 30s, without 1 that did not"
                + " finish in both worlds\n");
    assertThat(table.tree().path("recordedMean").asDouble()).isEqualTo(150);
    assertThat(table.tree().path("simulatedMean").asDouble()).isEqualTo(147);
    assertThat(table.tree().path("jobs").path(0).path("difference").asDouble()).isEqualTo(-10);
    assertThat(table.tree().path("isOwnPolicy").asBoolean()).isFalse();
  }

  @Test
  void withoutAJobThatFinishedInBothThereIsNoMean() {
    Run killed = run("srtf", Examples.outcome("early", "", Ending.KILLED, 0, 0, 90));

    assertThat(new ReplayTable(new Fidelity(recorded, killed), true).text())
        .doesNotContain("mean ")
        .endsWith("\nno job finished both in the run and in the simulation\n");
  }

  private static Run run(String policy, Outcome... outcomes) {
    var totals = new Run.Totals(300, 0.5, 0, 0, 0, 0, 3, 0, Run.End.ALL_OVER);
    return new Run(policy, 1, 1, List.of(outcomes), totals, 8, Run.Timeline.EMPTY);
  }
}
