package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.history.Outcome;
import dev.ductile.history.Outcome.Ending;
import dev.ductile.history.Run;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FidelityTest {
  private static final Outcome FINISHED = Examples.outcome("a", "", Ending.FINISHED, 0, 0, 100);

  private final Fidelity fidelity =
      new Fidelity(
          run(
              Examples.outcome("late", "", Ending.FINISHED, 5, 6, 205),
              Examples.outcome("early", "", Ending.FINISHED, 0, 0, 100),
              Examples.outcome("killed", "", Ending.KILLED, 7, 8, 9),
              Examples.outcome("unknown", "", Ending.FINISHED, 8, 9, 90)),
          run(
              Examples.outcome("early", "", Ending.FINISHED, 0, 0, 90),
              Examples.outcome("late", "", Ending.FINISHED, 5, 6, 209),
              Examples.outcome("killed", "", Ending.KILLED, 7, 8, 9)));

  @Test
  void comparesEachJobInBothWorlds() throws IOException {
    Golden.check("fidelity.txt", fidelity.text());
    Golden.check("fidelity.json", fidelity.json());
  }

  @Test
  void countsTheJobsThatFinishedInBothWorlds() {
    assertThat(fidelity.meanError()).isCloseTo((0.1 + 0.02) / 2, within(1e-12));
    assertThat(fidelity.maxError()).isCloseTo(0.1, within(1e-12));
    assertThat(fidelity.incomparable()).isEqualTo(2);
  }

  /** A job without a speed does not end in the simulation. */
  @Test
  void withoutAJobThatFinishedInBothWorldsNothingIsCompared() {
    var none = new Fidelity(run(FINISHED), run());

    assertThat(none.text())
        .endsWith(
            "no job finished in the simulation, so no times are compared; a job without a speed never ends in a simulation (ductile profile measures one)\n")
        .doesNotContain("differ by", "Simulated", "Error");
    assertThat(new Fidelity(run(), run()).text())
        .endsWith("no job finished live, so no times are compared\n");
  }

  @Test
  void theLeadOfOneJobIsInTheSingular() {
    var one = new Fidelity(run(FINISHED), run(FINISHED));

    assertThat(Sections.lead(Examples.twoByTwo(), Optional.of(one)))
        .startsWith("1 job trained with real processes under srtf, and was then simulated");
  }

  private static Run run(Outcome... outcomes) {
    var totals = new Run.Totals(300, 0.5, 0, 0, 0, 0, 3, 0, Run.End.ALL_OVER);
    return new Run("srtf", 1, 1, List.of(outcomes), totals, 8, Run.Timeline.EMPTY);
  }
}
