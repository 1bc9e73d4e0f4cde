package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private static final Duration LOOK = Duration.ofMillis(20);

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final PauseDetector pauses = new PauseDetector(now);

  /** The engine looks, and rests until the time is over. */
  private void passes(Duration time) {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      pauses.rests(now, LOOK);
      now = now.plus(LOOK);
      pauses.wakes(now);
    }
  }

  /** The engine is stopped while it rests. */
  private void isStopped(Duration time) {
    pauses.rests(now, LOOK);
    now = now.plus(time);
    pauses.wakes(now);
  }

  @Test
  void aMasterWithoutALineIsSilent() {
    Instant heard = now;
    passes(Duration.ofSeconds(3));

    assertThat(pauses.silence(heard, now)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void timeInWhichTheEngineDidNotRunIsNoSilence() {
    Instant heard = now;
    isStopped(Duration.ofMinutes(1));
    passes(Duration.ofSeconds(1));

    assertThat(pauses.silence(heard, now)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theSilenceOfAMasterAndItsEndAreReportedOnce() {
    List<String> notes = new ArrayList<>();
    var masterSilence = new MasterSilence(new JobId("ads"), pauses, notes::add);
    Instant heard = now;
    masterSilence.look(true, heard, now);
    passes(Duration.ofMillis(4_900));
    masterSilence.look(true, heard, now);
    assertThat(notes).isEmpty();
    passes(Duration.ofMillis(100));
    masterSilence.look(true, heard, now);
    masterSilence.look(true, heard, now);
    masterSilence.look(true, now, now);

    assertThat(notes)
        .containsExactly(
            "job ads: its master has reported nothing for 5 s",
            "job ads: its master reports again");
  }
}
