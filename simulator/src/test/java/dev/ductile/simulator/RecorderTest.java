package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.scenario.Limits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RecorderTest {
  @Test
  void tellsOfJobsThatTheRunEndedTooEarlyFor() {
    Run run =
        new Stage()
            .job("short", 0, 4, 40)
            .job("long", 0, 4, 4_000)
            .job("waiting", 5, 4, 4_000)
            .job("starved", 6, 4, 4_000)
            .limits(new Limits(Duration.ofSeconds(100), 1_000))
            .play(Stage::firstComeFirstServed);

    assertThat(run.totals().end()).isEqualTo(Run.End.HORIZON);
    assertThat(run.timeline().bars())
        .extracting(Bar::job)
        .containsExactlyInAnyOrder("short", "long");
    assertThat(outcome(run, "long").service()).isEqualTo(4 * 10);
    assertThat(outcome(run, "starved").waiting()).isEqualTo(4);
  }

  private static Outcome outcome(Run run, String job) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.job().equals(job))
        .findFirst()
        .orElseThrow();
  }
}
