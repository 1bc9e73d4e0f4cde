package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MasterStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final MasterStatus masterStatus = new MasterStatus(InstantSource.fixed(NOW));

  @Test
  void aStatusLineHasTheStateOfTheJob() {
    masterStatus.accept(
        "{\"step\": 12, \"loss\": NaN, \"checkpoint\": 10, \"workers\": 3, \"servers\": 2}");
    assertThat(masterStatus.last()).isEmpty();
    masterStatus.accept(
        "{\"step\": 12, \"checkpoint\": 10, \"workers\": 3, \"servers\": 2, \"x\": []}");

    MasterStatus.Update word = masterStatus.last().orElseThrow();
    assertThat(word.step()).isEqualTo(12);
    assertThat(word.checkpoint()).isEqualTo(10);
    assertThat(word.size()).contains(new Size(3, 2));
    assertThat(word.running()).isTrue();
  }

  @Test
  void valuesThatALineDoesNotHaveAreAbsent() {
    masterStatus.accept("{\"step\": 1, \"phase\": \"regroup\", \"paused\": \"long\"}");

    MasterStatus.Update word = masterStatus.last().orElseThrow();
    assertThat(word.size()).isEmpty();
    assertThat(word.checkpoint()).isNegative();
    assertThat(word.running()).isFalse();
    assertThat(masterStatus.totalPause()).isZero();
  }

  @Test
  void pausesOfSeveralLinesAreAdded() {
    masterStatus.accept("{\"step\": 1, \"paused\": 12.5}");
    masterStatus.accept("{\"paused\": 0.25}");
    masterStatus.accept("{\"step\": 2, \"paused\": -7}");

    assertThat(masterStatus.totalPause()).isEqualTo(Duration.ofNanos(12_750_000));
  }

  @Test
  void requestsAreTakenOnceAndHaveALimit() {
    for (int i = 0; i < 2000; i++) {
      masterStatus.accept("{\"replace\": \"worker-1\", \"why\": \"slow\"}");
    }

    assertThat(masterStatus.takeRequests())
        .hasSize(1000)
        .startsWith(new MasterStatus.Request(NOW, "worker-1", "slow"));
    assertThat(masterStatus.takeRequests()).isEmpty();
  }

  @Test
  void aLineInBracesThatIsNoStatusIsIgnored() {
    masterStatus.accept("{}");
    masterStatus.accept("{ not json }");
    masterStatus.accept("{".repeat(5000) + "}".repeat(5000));
    masterStatus.accept("[1]");

    assertThat(masterStatus.last()).isEmpty();
  }

  /** The engine may look for the first time when a job has begun and failed already. */
  @Test
  void onlyALineAfterAFailureReplacesIt() {
    var now = new AtomicReference<>(NOW);
    var master = new MasterStatus(now::get);
    master.accept("{\"step\": 0}");
    master.accept("{\"failed\": \"line 7 is no example\"}");
    master.resetFailures(master.last().orElseThrow());
    assertThat(master.failure()).hasValue("line 7 is no example");

    now.set(NOW.plusMillis(1));
    master.accept("{\"step\": 1}");
    master.resetFailures(master.last().orElseThrow());
    assertThat(master.failure()).isEmpty();
  }
}
