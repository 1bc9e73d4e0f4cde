package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoryTest {
  private static final long SECOND = 1_000_000_000L;

  private final Story story = new Story("ads", new Size(2, 1), new SpeedSheet(true));

  @Test
  void what_a_stop_did_not_save_is_named() {
    hear(1_200, 2, 1, "running", 0);
    assertThat(story.unsaved(1_200)).isEmpty();
    assertThat(story.unsaved(1_000))
        .hasValue("step 1,200 could not be saved; the last saved step is 1,000");
    assertThat(story.unsaved(0)).hasValue("step 1,200 could not be saved; no step is saved");
  }

  @Test
  void speed_is_measured_where_the_size_stands_still() {
    for (int tenth = 0; tenth < 50; tenth++) {
      hear(20L * tenth, 2, 1, "running", tenth * SECOND / 10);
    }
    story.wants(new Size(3, 1));
    hear(1_000, 2, 1, "running", 5 * SECOND);
    assertThat(story.stepsPerSecond()).isEmpty();
    story.resized(new Size(3, 1), Duration.ofMillis(8));
    for (int tenth = 0; tenth < 30; tenth++) {
      hear(1_000 + 30L * tenth, 3, 1, "running", 6 * SECOND + tenth * SECOND / 10);
    }

    assertThat(story.stepsPerSecond())
        .hasValueCloseTo(300.0, org.assertj.core.data.Offset.offset(1.0));
    assertThat(story.pauses()).containsExactly(Duration.ofMillis(8));
    assertThat(story.speeds().columns()).containsExactly("workers", "servers", "stepsPerSecond");
    assertThat(story.speeds().cells())
        .contains(List.of("2", "1", "200.000"), List.of("3", "1", "300.000"))
        .allMatch(row -> row.get(2).equals(row.getFirst().equals("2") ? "200.000" : "300.000"));
    assertThat(story.speeds().means())
        .containsExactly(
            new SpeedSheet.Row(new Size(2, 1), 200), new SpeedSheet.Row(new Size(3, 1), 300));
  }

  @Test
  void a_step_back_is_no_negative_speed() {
    hear(100, 2, 1, "running", 0);
    hear(200, 2, 1, "running", SECOND);
    hear(50, 2, 1, "running", 2 * SECOND);

    assertThat(story.stepsPerSecond()).isEmpty();
    assertThat(story.speeds().rows()).isEmpty();
  }

  @Test
  void a_silent_master_is_shown_after_five_seconds_and_its_old_speed_is_not() {
    List<String> shown = new ArrayList<>();
    var screen = new Screen(shown::add, false, 0);
    hear(100, 2, 1, "running", 0);
    hear(200, 2, 1, "running", SECOND);
    screen.show(story, 5 * SECOND);
    assertThat(shown.getLast()).contains("100.0 steps/s").doesNotContain("no word");
    screen.show(story, 11 * SECOND);
    assertThat(shown.getLast())
        .contains("no word from its master for 10 s")
        .doesNotContain("steps/s");
    hear(300, 2, 1, "running", 12 * SECOND);
    screen.show(story, 16 * SECOND);
    assertThat(shown.getLast()).doesNotContain("no word");
  }

  @Test
  void a_long_curve_keeps_its_shape() {
    for (int i = 0; i < 20_000; i++) {
      story.heard(
          StatusLine.of("{\"step\":%d,\"loss\":%d}".formatted(i, 20_000 - i)).orElseThrow(), i);
    }

    assertThat(story.losses()).hasSizeLessThan(5_000).startsWith(20_000.0).endsWith(1.0);
    assertThat(story.losses()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "step 3", "{", "{}", "{\"step\":\"a\"}", "{\"replace\":\"worker-1\"}"})
  void other_lines_tell_nothing(String line) {
    assertThat(StatusLine.of(line)).isEmpty();
  }

  @Test
  void a_curve_falls_from_left_to_right() {
    List<Double> falling = IntStream.range(0, 100).mapToObj(i -> 100.0 - i).toList();

    assertThat(Screen.curve(falling, 24)).hasSize(24).startsWith("█").endsWith("▁");
    assertThat(Screen.curve(List.of(1.0, 1.0), 24)).isEqualTo("▁▁");
    assertThat(Screen.curve(List.of(1.0), 24)).isEmpty();
  }

  @Test
  void who_watches_sees_a_block_and_the_news_above_it() {
    var written = new ArrayList<String>();
    var screen = new Screen(written::add, true, 0);
    hear(1_234, 2, 1, "running", 0);
    screen.show(story, SECOND);
    screen.tell("3 workers wanted", 2 * SECOND);
    screen.close();

    assertThat(written).hasSize(3);
    assertThat(written.getFirst()).contains("ads  running", "step 1,234", "2 workers, 1 server");
    assertThat(written.get(1)).isEqualTo("\033[3A\r\033[J");
    assertThat(written.getLast()).isEqualTo("    2.0 s  3 workers wanted\n");
    assertThat(written.getFirst().lines()).hasSize(3).allMatch(line -> line.length() < 80);
  }

  @Test
  void held_out_figures_are_shown_with_their_step() {
    var written = new ArrayList<String>();
    String line =
        "{\"step\":250,\"loss\":0.2,\"workers\":2,\"servers\":1,\"phase\":\"running\","
            + "\"heldOut\":{\"step\":200,\"loss\":0.231,\"accuracy\":0.9123,\"examples\":3256}}";
    story.heard(StatusLine.of(line).orElseThrow(), 0);
    hear(260, 2, 1, "running", 1);
    new Screen(written::add, true, 0).show(story, SECOND);
    new Screen(written::add, false, 0).show(story, 6 * SECOND);

    assertThat(written.getFirst().lines())
        .hasSize(4)
        .contains("held out: loss 0.2310, accuracy 91.2 % of 3,256 examples, at step 200");
    assertThat(written.getLast()).contains("held-out loss 0.2310, accuracy 91.2 %");
    assertThat(story.heldOut().orElseThrow().columns())
        .containsExactly("held-out loss", "accuracy");
    assertThat(story.heldOut().orElseThrow().cells()).containsExactly("0.2310", "91.2 %");
  }

  @Test
  void a_view_that_is_late_hears_the_newest_lines_in_order() {
    var lines = new MasterLines();
    assertThat(lines.take()).isEmpty();
    for (int i = 0; i < 12_000; i++) {
      lines.heard("line " + i);
    }

    assertThat(lines.take()).hasSize(10_000).startsWith("line 2000").endsWith("line 11999");
    assertThat(lines.take()).isEmpty();
  }

  private void hear(long step, int workers, int servers, String phase, long nanos) {
    String line =
        "{\"step\":%d,\"workers\":%d,\"servers\":%d,\"phase\":\"%s\"}"
            .formatted(step, workers, servers, phase);
    story.heard(StatusLine.of(line).orElseThrow(), nanos);
  }
}
