package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Program;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The view of the jobs of a run. */
final class RunViewTest {
  private static final long SECOND = 1_000_000_000L;

  private final TrainingJobEvents ads = new TrainingJobEvents("ads", 1_000);
  private final TrainingJobEvents digits = new TrainingJobEvents("digits", 60);
  private final List<String> shown = new ArrayList<>();
  private long now;

  @Test
  void aTerminalShowsTheJobsThatAreNotOverWithTheirStepsLossAndTimeLeft() {
    RunView view = view(true);
    start(view, ads, new Size(2, 0));
    view.happened(digits.submitted(new Size(1, 0)));
    step(view, 100, "{\"step\": 100, \"loss\": 0.5}");
    step(view, 150, "{\"step\": 150, \"loss\": 0.25}");

    assertThat(shown.getLast().lines())
        .containsExactly(
            "JOB     STATE    WORKERS          STEP    LOSS  TIME LEFT",
            "ads     running        2  150 of 1,000  0.2500    14m 10s",
            "digits  waiting        -       0 of 60       -          -");

    view.happened(new Event.Finished(Instant.EPOCH, new JobId("digits")));
    view.print("digits is done");
    assertThat(shown.getLast()).isEqualTo("digits is done\n");
    assertThat(shown.get(shown.size() - 2)).as("the table is removed").isEqualTo("\033[3A\r\033[J");
    step(view, 200, "{\"step\": 200}");
    assertThat(shown.getLast()).contains("200 of 1,000").doesNotContain("digits");
  }

  @Test
  void aTableOfManyLongJobsFitsTheTerminal() {
    RunView view = view(true);
    for (int i = 0; i < 30; i++) {
      var job = new TrainingJobEvents("an-experiment-with-a-long-name-" + i, 999_999_999_999L);
      start(view, job, new Size(200, 0));
      view.happened(job.progressed(1, 888_888_888_888L, 1e-3));
    }
    now = SECOND;
    view.tick();

    assertThat(shown.getLast().lines()).hasSize(17).allMatch(line -> line.length() < 80);
    assertThat(shown.getLast()).endsWith("30 jobs are not over; 0 of them wait\n");
  }

  @Test
  void aSmallTerminalShowsFewerAndShorterRows() {
    RunView view = view(Optional.of(TerminalSize.of("10 30")));
    for (int i = 0; i < 30; i++) {
      start(view, new TrainingJobEvents("an-experiment-with-a-long-name-" + i), new Size(2, 0));
    }
    now = SECOND;
    view.tick();

    assertThat(shown.getLast().lines()).hasSize(9).allMatch(line -> line.length() < 30);
    assertThat(shown.getLast()).endsWith("30 jobs are not over; 0 of th\n");
    assertThat(TerminalSize.of(""))
        .isEqualTo(TerminalSize.of("0 0"))
        .isEqualTo(TerminalSize.DEFAULT);
  }

  @Test
  void aLongLineIsBrokenOnATerminalAndNotOnAPipe() {
    String line = "    4.2 s  speech waiting → 4 on node-1: 4 devices; to grow it needs 1 gpu";

    view(Optional.of(TerminalSize.of("24 40"))).print(line);
    assertThat(shown.getLast())
        .isEqualTo(
            """
                4.2 s  speech waiting → 4 on node-1:
                       4 devices; to grow it needs 1
                       gpu
            """);
    view(Optional.of(TerminalSize.of("24 30"))).print("logs: /a/folder/with/a/long/name/of/a/run");
    assertThat(shown.getLast()).isEqualTo("logs:\n/a/folder/with/a/long/name/of/a/run\n");
    view(false).print(line);
    assertThat(shown.getLast()).isEqualTo(line + "\n");
  }

  @Test
  void stepsInAnEpochCountAnewWhenTheTasksStartAgain() {
    RunView view = view(true);
    var submitted = (Event.Submitted) ads.submitted(new Size(2, 0));
    var program =
        new Program(
            List.of("train"),
            Map.of(),
            "",
            "(?P<step>[0-9]+)/(?P<perEpoch>[0-9]+)",
            Duration.ZERO,
            Duration.ofSeconds(1),
            0);
    view.happened(
        new Event.Submitted(
            submitted.at(),
            submitted.spec().withProgram(program),
            submitted.speed(),
            submitted.pause()));
    view.happened(ads.allocated(1, Size.NONE, new Size(2, 0)));
    view.happened(ads.running(1, new Size(2, 0)));
    step(view, 1, "250/250");
    step(view, 2, "50/250");
    assertThat(shown.getLast()).contains("300 of 1,000");

    view.printed(new JobId("ads"), "60/250");
    view.happened(ads.crashed(1, 250));
    step(view, 3, "50/250");
    assertThat(shown.getLast()).contains(" 50 of 1,000");

    step(view, 4, "20/250");
    view.happened(ads.rescaled(2, new Size(2, 0), new Size(1, 0), Duration.ofSeconds(1)));
    step(view, 5, "25/250");
    assertThat(shown.getLast()).contains(" 25 of 1,000");
  }

  @Test
  void aPipeGetsALineForEachRunningJobNowAndThen() {
    RunView view = view(false);
    start(view, ads, new Size(2, 0));
    view.happened(digits.submitted(new Size(1, 0)));
    for (int second = 1; second <= 7; second++) {
      step(view, second, "{\"step\": %d}".formatted(10 * second));
    }

    assertThat(shown)
        .containsExactly(
            "    5.0 s  ads: step 50 of 1,000, 10.00 steps/s, 2 workers, 1m 35s left\n",
            "    5.0 s  2 jobs are not over; 1 of them waits\n");
  }

  @Test
  void aSlowScriptIsNotSilentAndAStepOfAReportIsShownWithoutALine() {
    RunView view = view(false);
    start(view, ads, new Size(2, 0));
    now = 20 * SECOND;
    view.happened(ads.progressed(1, 40, 2));
    view.tick();

    assertThat(shown).last().asString().contains("step 40 of 1,000, 2.000 steps/s, 2 workers");
    step(view, 21, "{\"step\": 42}");
    now = 60 * SECOND;
    view.tick();
    assertThat(shown).last().asString().contains("step 42 of 1,000").doesNotContain("no status");
  }

  @Test
  void stoppedJobsHaveTheirSavedSteps() {
    RunView view = view(false);
    start(view, ads, new Size(2, 0));
    step(view, 1, "{\"step\": 42}");
    view.happened(digits.submitted(new Size(1, 0)));
    view.happened(ads.held());
    view.happened(digits.held());
    view.happened(ads.allocated(2, new Size(2, 0), Size.NONE));
    assertThat(view.isStopped()).isFalse();
    assertThat(view.saved().getFirst().lost())
        .hasValueSatisfying(lost -> assertThat(lost).startsWith("has not stopped in time"));

    view.happened(ads.released(2, 40));

    assertThat(view.isStopped()).isTrue();
    assertThat(view.saved())
        .containsExactly(
            new RunView.SavedJob(
                "ads", 40, Optional.of("step 42 could not be saved; the last saved step is 40")),
            new RunView.SavedJob("digits", 0, Optional.empty()));
  }

  @Test
  void timesCountFromTheFirstEventOfARunThatGoesOn() {
    RunView view = view(false);
    start(view, ads, new Size(2, 0));
    now = 5 * SECOND;
    view.happened(new Event.Resumed(Instant.EPOCH.plus(Duration.ofMinutes(2)), new JobId("ads")));
    now = 11 * SECOND;
    view.tick();

    assertThat(shown).last().asString().startsWith("  126.0 s  ads: ");
  }

  private RunView view(boolean watched) {
    return view(watched ? Optional.of(TerminalSize.DEFAULT) : Optional.empty());
  }

  private RunView view(Optional<TerminalSize> terminal) {
    return new RunView(shown::add, terminal, () -> now);
  }

  private static void start(RunView view, TrainingJobEvents job, Size size) {
    view.happened(job.submitted(size));
    view.happened(job.allocated(1, Size.NONE, size));
    view.happened(job.running(1, size));
  }

  /** A line of the job ads at this second. */
  private void step(RunView view, long second, String line) {
    now = second * SECOND;
    view.printed(new JobId("ads"), line);
    view.tick();
  }
}
