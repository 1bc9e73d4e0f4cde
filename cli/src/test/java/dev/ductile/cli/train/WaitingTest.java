package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Size TWO = new Size(2, 1);
  private static final Size THREE = new Size(3, 1);

  private final Story story = new Story("ads", TWO, new SpeedSheet(true));
  private final Waiting waiting = new Waiting("ads");
  private final List<Reply> replies = new ArrayList<>();

  @Test
  void a_change_is_answered_with_its_pause() {
    hear(2, "running", 0, 0);
    waiting.add(story, THREE, replies::add);
    hear(3, "running", 9, 1);
    waiting.look(story, SECOND);
    waiting.rescaled(
        new Event.Rescaled(Instant.EPOCH, new JobId("ads"), 2, TWO, THREE, Duration.ofMillis(8)));
    waiting.look(story, 9 * SECOND);

    assertThat(replies).containsExactly(new Reply.Resized("ads", "2+1", "3+1", 8));
  }

  @Test
  void a_size_that_is_there_again_without_a_change_is_an_answer() {
    hear(1, "running", 5, 0);
    waiting.add(story, TWO, replies::add);
    look(9);
    hear(2, "halting", 0, 10);
    look(14);
    story.crashed();
    look(19);
    assertThat(replies).isEmpty();

    hear(2, "running", 7.5, 20);
    look(20);
    look(22);
    assertThat(replies).isEmpty();
    look(23);
    assertThat(replies).containsExactly(new Reply.Resized("ads", "1+1", "2+1", 7.5));
  }

  @Test
  void who_is_overtaken_is_told() {
    waiting.add(story, THREE, replies::add);
    waiting.refuseAll("overtaken");
    waiting.refuseAll("ended");

    assertThat(replies).containsExactly(new Reply.Refused("overtaken"));
  }

  private void look(long second) {
    waiting.look(story, second * SECOND);
  }

  private void hear(int workers, String phase, double paused, long second) {
    String line =
        "{\"step\":5,\"workers\":%d,\"servers\":1,\"phase\":\"%s\",\"paused\":%s}"
            .formatted(workers, phase, paused);
    story.heard(StatusLine.of(line).orElseThrow(), second * SECOND);
  }
}
