package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.history.Outcome;
import dev.ductile.history.Outcome.Ending;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OutcomeTableTest {
  private static final Instant AT = Instant.parse("2026-01-02T15:04:05Z");
  private static final Event KILLED =
      new Event.Cancelled(AT, new JobId("killed"), "its data is wrong");
  private static final Event LIMIT =
      new Event.Cancelled(AT, new JobId("late"), "the run is at its limit of 3m20s (horizon)");
  private static final Event FAILED = new Event.Failed(AT, new JobId("odd"), "exit status 3");
  private static final Event REFUSED = new Event.Refused(AT, new JobId("early"), "there is one");

  @Test
  void theReasonsOfJobsThatDidNotFinishStandBelowTheTable() {
    assertThat(table(KILLED, LIMIT).text())
        .isEqualTo(
            """
            Job     Ending      Submitted  Started  Completion  Waiting  Changes
            early   finished           0s       0s      1m 40s       0s        1
            late    unfinished         5s       6s           -       1s        0
            killed  killed             7s       8s          2s       1s        0
            killed was cancelled: its data is wrong
            1 job is unfinished: the run is at its limit of 3m20s (horizon)
            """);
    assertThat(table(FAILED, REFUSED, LIMIT).text())
        .contains("\nodd failed: exit status 3\nearly was refused: there is one\n1 job is");
  }

  @Test
  void aRunWithoutAnEndIsShownAsUnfinished() {
    assertThat(table(KILLED).text())
        .endsWith(
            "\n1 job is unfinished: the journal ends at 2026-01-02T15:04:05Z, so the run is in progress or"
                + " its command was killed\n");
  }

  @Test
  void aRunWithoutAJobSaysSo() {
    var totals = new Run.Totals(0, 0, 0, 0, 0, 0, 0, 0, Run.End.ALL_OVER);
    var run = new Run("", 1, 1, List.of(), totals, 8, Run.Timeline.EMPTY);

    assertThat(new OutcomeTable(new RecordedRun(List.of()), run).text())
        .endsWith("\nno job was submitted yet\n");
  }

  @Test
  void theJsonHasTheSameValues() {
    var tree = table(KILLED, LIMIT).tree();

    assertThat(tree.path("unfinished").asInt()).isEqualTo(1);
    assertThat(tree.path("jobs").path(1).path("ending").asText()).isEqualTo("unfinished");
    assertThat(tree.path("jobs").path(1).path("completion").isNull()).isTrue();
    assertThat(tree.path("remarks")).hasSize(2);
  }

  private static OutcomeTable table(Event... events) {
    var totals = new Run.Totals(300, 0.5, 0, 0, 0, 0, 3, 0, Run.End.HORIZON);
    List<Outcome> outcomes =
        List.of(
            Examples.outcome("late", "", Ending.UNFINISHED, 5, 6, Double.NaN),
            Examples.outcome("early", "", Ending.FINISHED, 0, 0, 100),
            Examples.outcome("killed", "", Ending.KILLED, 7, 8, 9));
    var run = new Run("srtf", 1, 1, outcomes, totals, 8, Run.Timeline.EMPTY);
    return new OutcomeTable(new RecordedRun(List.of(events)), run);
  }
}
