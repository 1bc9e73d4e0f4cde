package dev.ductile.reproductions.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Outcome;
import dev.ductile.history.Outcome.Ending;
import dev.ductile.history.Run;
import dev.ductile.history.Series;
import dev.ductile.text.Document;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunsTest {
  private static final double NEVER = Double.NaN;

  @Test
  void aRunHasNoJobsAfterItsEndAndAnUnknownNumberAfterAStop() {
    assertThat(measured("running-at", 60, run(Run.End.ALL_OVER))).isEqualTo(2);
    assertThat(measured("running-at", 101, run(Run.End.ALL_OVER))).isZero();
    assertThat(measured("running-at", 101, run(Run.End.HORIZON))).isNaN();
  }

  @Test
  void overheadCountsFinishedAndUnfinishedJobs() {
    // One held resources from 10 to 60, the other from 20 to the end at 100.
    assertThat(measured("overhead", NEVER, run(Run.End.HORIZON))).isEqualTo(13 / 130.0);
  }

  @Test
  void percentilesAreThoseOfAllReports() {
    assertThat(measured("{completion: 1}", NEVER, run(Run.End.ALL_OVER))).isEqualTo(60);
  }

  private static double measured(String written, double x, Run run) {
    Measure measure =
        Measure.of(Document.of("measure", "[" + written + "]").root().elements().getFirst());
    return Objects.requireNonNull(Runs.MEASURES.get(measure.name())).of(run, x, measure);
  }

  private static Run run(Run.End end) {
    var series = List.of(new Series.Point(0, 1), new Series.Point(50, 2));
    return new Run(
        "fifo",
        1,
        1,
        List.of(job(Ending.FINISHED, 0, 60, 10), job(Ending.UNFINISHED, 10, NEVER, 10)),
        new Run.Totals(100, 0.5, 0, 0, 0, 13, 5, 0, end),
        4,
        new Run.Timeline(series, series, series, List.of(), false));
  }

  private static Outcome job(Ending ending, double submitted, double ended, double waiting) {
    return new Outcome(
        "a", "b", ending, submitted, submitted + waiting, ended, waiting, 0, 1, 0, 0, 0, 0, NEVER);
  }
}
