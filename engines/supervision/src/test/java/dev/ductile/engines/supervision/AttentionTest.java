package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttentionTest {
  private static final Duration LOOK = Duration.ofMillis(20);

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Attention attention = new Attention(now);

  /** The engine looks, and rests until the time is over. */
  private void passes(Duration time) {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      attention.rests(now, LOOK);
      now = now.plus(LOOK);
      attention.wakes(now);
    }
  }

  /** The engine is stopped while it rests. */
  private void isStopped(Duration time) {
    attention.rests(now, LOOK);
    now = now.plus(time);
    attention.wakes(now);
  }

  @Test
  void who_says_nothing_is_silent() {
    Instant heard = now;
    passes(Duration.ofSeconds(3));

    assertThat(attention.silence(heard, now)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void what_could_not_be_heard_is_no_silence() {
    Instant heard = now;
    isStopped(Duration.ofMinutes(1));
    passes(Duration.ofSeconds(1));

    assertThat(attention.silence(heard, now)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void the_silence_of_a_master_is_told_once_and_its_end_too() {
    List<String> notes = new ArrayList<>();
    var hush = new Hush(new JobId("ads"), attention, notes::add);
    Instant heard = now;
    hush.look(true, heard, now);
    passes(Duration.ofMillis(4_900));
    hush.look(true, heard, now);
    assertThat(notes).isEmpty();
    passes(Duration.ofMillis(100));
    hush.look(true, heard, now);
    hush.look(true, heard, now);
    hush.look(true, now, now);

    assertThat(notes)
        .containsExactly(
            "job ads: its master has said nothing for 5 s", "job ads: its master speaks again");
  }
}
