package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class InterruptionTest {
  @Test
  void theListenerRunsOnce() {
    var interruption = new Interruption(Duration.ZERO);
    var runs = new AtomicInteger();
    interruption.whenRequested(runs::incrementAndGet);

    interruption.request();
    interruption.request();

    assertThat(runs).hasValue(1);
  }
}
