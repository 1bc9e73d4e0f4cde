package dev.ductile.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AwakeClockTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong real = new AtomicLong(Long.MAX_VALUE - 50 * MILLI);
  private final AwakeClock clock = new AwakeClock(real::get);

  private long passes(long millis) {
    long before = clock.now();
    real.addAndGet(millis * MILLI);
    return (clock.now() - before) / MILLI;
  }

  @Test
  void advancesWithTimeWhileTheProcessRuns() {
    long all = 0;
    for (int i = 0; i < 1_000; i++) {
      all += passes(100);
    }
    assertThat(all).isEqualTo(100_000);
  }

  @Test
  void doesNotAdvanceWhileTheProcessIsStopped() {
    assertThat(passes(30_000)).isEqualTo(100);
    assertThat(passes(20)).isEqualTo(20);
  }

  @Test
  void countsASleepThatWasPlanned() {
    long before = clock.now();
    clock.sleeps(1_000);
    real.addAndGet(1_050 * MILLI);
    assertThat((clock.now() - before) / MILLI).isEqualTo(1_050);
  }

  @Test
  void countsOnlyThePlannedSleepIfTheProcessIsStoppedDuringIt() {
    long before = clock.now();
    clock.sleeps(20);
    real.addAndGet(15_000 * MILLI);
    assertThat((clock.now() - before) / MILLI).isEqualTo(120);
    assertThat(passes(15_000)).isEqualTo(100);
  }
}
