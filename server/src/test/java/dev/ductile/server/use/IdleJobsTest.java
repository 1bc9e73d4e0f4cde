package dev.ductile.server.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IdleJobsTest {
  private static final Duration PERIOD = Duration.ofMinutes(15);
  private static final JobId JOB = new JobId("job");
  private static final double SECONDS = 10;

  private final IdleJobs jobs = new IdleJobs();
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private DeviceUse use = DeviceUse.NONE;

  @Test
  void aJobIsIdleAfterThePeriodAndNotBefore() {
    run(89, 0.01);
    assertThat(jobs.contains(JOB)).isFalse();
    run(2, 0.01);
    assertThat(jobs.contains(JOB)).isTrue();
    assertThat(jobs.alerts())
        .containsExactly(
            "job job has used less than 5 % of its devices for 15 min; read its logs, or cancel it");
  }

  @Test
  void aJobThatWorksAgainIsNoLongerIdle() {
    run(200, 0);
    run(10, 1);
    assertThat(jobs.contains(JOB)).isFalse();
    run(200, 0);
    assertThat(jobs.contains(JOB)).isTrue();
    jobs.take(Map.of(), now, PERIOD);
    assertThat(jobs.contains(JOB)).isFalse();
  }

  @Test
  void aPeriodOfZeroSwitchesItOff() {
    run(200, 0);
    jobs.take(counted(), now, Duration.ZERO);
    assertThat(jobs.alerts()).isEmpty();
    assertThat(jobs.sentence(JOB)).isEmpty();
  }

  @Test
  void theMarksOfALongPeriodAreFewAndReachItsBegin() {
    var random = new SplittableRandom(7);
    RecentUse recent = RecentUse.NONE;
    Instant begin = now;
    for (int i = 0; i < 5_000; i++) {
      now = now.plusMillis(5_000 + random.nextInt(10_000));
      recent = recent.with(new RecentUse.Mark(now, use), PERIOD);
      assertThat(recent.marks()).hasSizeLessThanOrEqualTo(24);
      Instant oldest = recent.marks().getFirst().at();
      if (now.isAfter(begin.plus(PERIOD.multipliedBy(2)))) {
        assertThat(Duration.between(oldest, now)).isBetween(PERIOD, PERIOD.plusSeconds(75));
      }
    }
  }

  private void run(int measurements, double share) {
    for (int i = 0; i < measurements; i++) {
      now = now.plusSeconds((long) SECONDS);
      use = use.plus(share * SECONDS, SECONDS);
      jobs.take(counted(), now, PERIOD);
    }
  }

  private Map<JobId, CountedUse> counted() {
    return Map.of(JOB, new CountedUse(use, Map.of()));
  }
}
