package dev.ductile.bench.dl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.history.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotTimesTest {
  private static final double SLOT = 1200;

  /** It is seen at the beginning of slot 3, and ends after a quarter of slot 5. */
  @Test
  void aJobCountsFromTheSlotInWhichItIsSeen() {
    Outcome job = outcome(2.4 * SLOT, 5.25 * SLOT);

    assertThat(SlotTimes.meanCompletion(List.of(job), SLOT)).isCloseTo(2.25, within(1e-9));
  }

  @Test
  void jobsArePresentUntilTheyEnd() {
    List<Outcome> jobs =
        List.of(
            outcome(0, 4.5 * SLOT),
            outcome(0.5 * SLOT, 2.5 * SLOT),
            outcome(2.9 * SLOT, Double.NaN));

    assertThat(SlotTimes.mostJobs(jobs, SLOT)).isEqualTo(2);
  }

  private static Outcome outcome(double submitted, double ended) {
    Outcome.Ending ending =
        Double.isNaN(ended) ? Outcome.Ending.UNFINISHED : Outcome.Ending.FINISHED;
    return new Outcome(
        "job", "", ending, submitted, submitted, ended, 0, 0, 1, 0, 0, 0, 0, Double.NaN);
  }
}
