package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingStatusTest {
  private static final long SECOND = 1_000_000_000L;

  private final TrainingJobEvents job = new TrainingJobEvents("ads");
  private final TrainingStatus status = job.status(new Size(2, 1));

  @Test
  void stepsThatAStopDidNotSaveAreNamed() {
    line(1_200, 2, 1, "running", 0);
    assertThat(status.unsaved(1_200)).isEmpty();
    assertThat(status.unsaved(1_000))
        .hasValue("step 1,200 could not be saved; the last saved step is 1,000");
    assertThat(status.unsaved(0)).hasValue("step 1,200 could not be saved; no step is saved");
  }

  @Test
  void speedIsMeasuredWhileTheSizeDoesNotChange() {
    for (int tenth = 0; tenth < 50; tenth++) {
      line(20L * tenth, 2, 1, "running", tenth * SECOND / 10);
    }
    status.happened(job.scaled(new Size(3, 1)));
    status.happened(job.allocated(2, new Size(2, 1), new Size(3, 1)));
    line(1_000, 2, 1, "running", 5 * SECOND);
    assertThat(status.stepsPerSecond()).isEmpty();
    status.happened(job.rescaled(2, new Size(2, 1), new Size(3, 1), Duration.ofMillis(8)));
    for (int tenth = 0; tenth < 30; tenth++) {
      line(1_000 + 30L * tenth, 3, 1, "running", 6 * SECOND + tenth * SECOND / 10);
    }

    assertThat(status.stepsPerSecond())
        .hasValueCloseTo(300.0, org.assertj.core.data.Offset.offset(1.0));
    assertThat(status.pauses()).containsExactly(Duration.ofMillis(8));
    assertThat(status.speeds().columns()).containsExactly("workers", "servers", "stepsPerSecond");
    assertThat(status.speeds().cells())
        .contains(List.of("2", "1", "200.000"), List.of("3", "1", "300.000"))
        .allMatch(row -> row.get(2).equals(row.getFirst().equals("2") ? "200.000" : "300.000"));
    assertThat(status.speeds().means())
        .containsExactly(
            new SpeedMeasurements.Row(new Size(2, 1), 200),
            new SpeedMeasurements.Row(new Size(3, 1), 300));
  }

  @Test
  void linesThatAreReadTogetherAreNoSpeed() {
    line(10, 2, 1, "running", SECOND);
    line(20, 2, 1, "running", SECOND);
    assertThat(status.stepsPerSecond()).isEmpty();

    line(25, 2, 1, "running", 2 * SECOND);
    assertThat(status.stepsPerSecond()).hasValue(15);
  }

  @Test
  void stepsOfALoadedCheckpointAreNoSpeed() {
    line(0, 2, 1, "loading", 0);
    line(100_000, 2, 1, "running", SECOND);
    assertThat(status.stepsPerSecond()).isEmpty();

    line(100_100, 2, 1, "running", 2 * SECOND);
    assertThat(status.stepsPerSecond()).hasValue(100);
  }

  @Test
  void aJobHasASizeWhenItsLastOrderIsConfirmed() {
    assertThat(status.has(new Size(2, 1))).isTrue();
    status.happened(job.scaled(new Size(3, 1)));
    status.happened(job.allocated(2, new Size(2, 1), new Size(3, 1)));
    assertThat(status.wanted()).isEqualTo(new Size(3, 1));
    assertThat(status.has(new Size(3, 1))).isFalse();

    status.happened(job.running(1, new Size(3, 1)));
    assertThat(status.has(new Size(3, 1))).as("a report about an earlier order").isFalse();
    status.happened(job.running(2, new Size(3, 1)));
    assertThat(status.has(new Size(3, 1))).isTrue();
  }

  @Test
  void aJobIsStoppedWhenItIsHeldAndItsLastOrderIsReported() {
    status.happened(job.held());
    assertThat(status.phase()).isEqualTo("saving");
    status.happened(job.allocated(2, new Size(2, 1), Size.NONE));
    assertThat(status.stoppedAt()).isEmpty();

    status.happened(job.released(2, 70));
    assertThat(status.stoppedAt()).hasValue(70);
  }

  @Test
  void aJobThatCrashesBeforeItIsHeldIsStoppedAtItsCheckpoint() {
    status.happened(job.crashed(1, 50));
    assertThat(status.stoppedAt()).isEmpty();
    assertThat(status.isUp()).isFalse();

    status.happened(job.held());
    assertThat(status.stoppedAt()).hasValue(50);
  }

  @Test
  void aStepBackIsNoNegativeSpeed() {
    line(100, 2, 1, "running", 0);
    line(200, 2, 1, "running", SECOND);
    line(50, 2, 1, "running", 2 * SECOND);

    assertThat(status.stepsPerSecond()).isEmpty();
    assertThat(status.speeds().rows()).isEmpty();
  }

  @Test
  void aSilentMasterIsShownAfterFiveSecondsWithoutItsOldSpeed() {
    List<String> shown = new ArrayList<>();
    var screen = new Screen(shown::add, Optional.empty(), 0);
    line(100, 2, 1, "running", 0);
    line(200, 2, 1, "running", SECOND);
    screen.show(new TrainingDisplay(status), 5 * SECOND);
    assertThat(shown.getLast()).contains("100.0 steps/s").doesNotContain("no status");
    screen.show(new TrainingDisplay(status), 11 * SECOND);
    assertThat(shown.getLast())
        .contains("no status from its master for 10 s")
        .doesNotContain("steps/s");
    line(300, 2, 1, "running", 12 * SECOND);
    screen.show(new TrainingDisplay(status), 16 * SECOND);
    assertThat(shown.getLast()).doesNotContain("no status");
  }

  @Test
  void aLongCurveKeepsItsShape() {
    for (int i = 0; i < 20_000; i++) {
      status.take(
          StatusLine.of("{\"step\":%d,\"loss\":%d}".formatted(i, 20_000 - i)).orElseThrow(), i);
    }

    assertThat(status.losses()).hasSizeLessThan(5_000).startsWith(20_000.0).endsWith(1.0);
    assertThat(status.losses()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "step 3", "{", "{}", "{\"step\":\"a\"}", "{\"replace\":\"worker-1\"}"})
  void otherLinesAreIgnored(String line) {
    assertThat(StatusLine.of(line)).isEmpty();
  }

  @Test
  void aCurveFallsFromLeftToRight() {
    List<Double> falling = IntStream.range(0, 100).mapToObj(i -> 100.0 - i).toList();

    assertThat(JobText.curve(falling, 24)).hasSize(24).startsWith("█").endsWith("▁");
    assertThat(JobText.curve(List.of(1.0, 1.0), 24)).isEqualTo("▁▁");
    assertThat(JobText.curve(List.of(1.0), 24)).isEmpty();
  }

  @Test
  void aWatchedScreenHasABlockAndTheNewsAboveIt() {
    var written = new ArrayList<String>();
    var screen = new Screen(written::add, Optional.of(TerminalSize.DEFAULT), 0);
    line(1_234, 2, 1, "running", 0);
    screen.show(new TrainingDisplay(status), SECOND);
    screen.tell("3 workers requested", 2 * SECOND);
    screen.close();

    assertThat(written).hasSize(3);
    assertThat(written.getFirst()).contains("ads  running", "step 1,234", "2 workers, 1 server");
    assertThat(written.get(1)).isEqualTo("\033[3A\r\033[J");
    assertThat(written.getLast()).isEqualTo("    2.0 s  3 workers requested\n");
    assertThat(written.getFirst().lines()).hasSize(3).allMatch(line -> line.length() < 80);
  }

  @Test
  void heldOutFiguresAreShownWithTheirStep() {
    var written = new ArrayList<String>();
    String text =
        "{\"step\":250,\"loss\":0.2,\"workers\":2,\"servers\":1,\"phase\":\"running\","
            + "\"heldOut\":{\"step\":200,\"loss\":0.231,\"accuracy\":0.9123,\"examples\":3256}}";
    status.take(StatusLine.of(text).orElseThrow(), 0);
    line(260, 2, 1, "running", 1);
    new Screen(written::add, Optional.of(TerminalSize.DEFAULT), 0)
        .show(new TrainingDisplay(status), SECOND);
    new Screen(written::add, Optional.empty(), 0).show(new TrainingDisplay(status), 6 * SECOND);

    assertThat(written.getFirst().lines())
        .hasSize(4)
        .contains("held out: loss 0.2310, accuracy 91.2 % of 3,256 examples, at step 200");
    assertThat(written.getLast()).contains("held-out loss 0.2310, accuracy 91.2 %");
    assertThat(status.heldOut().orElseThrow().columns())
        .containsExactly("held-out loss", "accuracy");
    assertThat(status.heldOut().orElseThrow().cells()).containsExactly("0.2310", "91.2 %");
  }

  @Test
  void aLateReaderGetsTheNewestLinesInOrder() {
    var lines = new MasterLines<String>();
    assertThat(lines.take()).isEmpty();
    for (int i = 0; i < 12_000; i++) {
      lines.add("line " + i);
    }

    assertThat(lines.take()).hasSize(10_000).startsWith("line 2000").endsWith("line 11999");
    assertThat(lines.take()).isEmpty();
  }

  private void line(long step, int workers, int servers, String phase, long nanos) {
    String text =
        "{\"step\":%d,\"workers\":%d,\"servers\":%d,\"phase\":\"%s\"}"
            .formatted(step, workers, servers, phase);
    status.take(StatusLine.of(text).orElseThrow(), nanos);
  }
}
