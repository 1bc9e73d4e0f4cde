package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WaitsTest {
  private long now = 5;
  private final Waits waits = new Waits(() -> now);

  private void pass(long micros) {
    now += micros * 1_000;
  }

  @Test
  void waitingForOthersAndOwnWorkAreSeparate() {
    waits.heard(1);
    pass(700);
    waits.heard(2);
    waits.begin();
    pass(30);
    assertThat(waits.microsSinceHeard(1)).isEqualTo(730);
    assertThat(waits.microsSinceHeard(2)).isEqualTo(30);
    assertThat(waits.microsWorked()).isEqualTo(30);
  }

  @Test
  void theCommitBelongsToTheNextStep() {
    waits.heard(1);
    pass(400);
    waits.heard(2);
    waits.begin();
    pass(20);
    waits.committed();
    long read = now;
    pass(1);
    assertThat(waits.micros(1, read)).isEqualTo(420);
    assertThat(waits.micros(2, read)).isEqualTo(20);
    assertThat(waits.micros(3, read)).isEqualTo(1);
    pass(1_000);
    waits.begin();
    pass(5);
    assertThat(waits.microsWorked()).isEqualTo(25);
  }

  @Test
  void aHeldPullCountsFromItsReceipt() {
    long read = now;
    pass(90);
    assertThat(waits.micros(1, read)).isEqualTo(90);
  }

  @Test
  void timesBeyondTheLimitOfAFrameAreTheLimit() {
    long read = now;
    now += Duration.ofDays(1).toNanos();
    assertThat(waits.microsSince(read)).isEqualTo(Integer.MAX_VALUE);
  }
}
