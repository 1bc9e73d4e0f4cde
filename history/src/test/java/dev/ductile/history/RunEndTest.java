package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.scenario.RunLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RunEndTest {
  private static final JobId JOB = new JobId("a");
  private static final List<RunLimits> LIMITS =
      List.of(
          RunLimits.GENEROUS,
          new RunLimits(Duration.ofSeconds(2), 1),
          new RunLimits(Duration.ofMillis(5_400_250), 1_000_000));

  @ParameterizedTest
  @EnumSource
  void anEndIsReadFromItsSentenceAtAnyLimits(RunEnd end) {
    for (RunLimits limits : LIMITS) {
      String why = end.sentence(limits);
      assertThat(RunEnd.of(new Event.Cancelled(Instant.EPOCH, JOB, why))).as(why).contains(end);
      assertThat(RunEnd.of(new Event.Failed(Instant.EPOCH, JOB, why))).isEmpty();
      assertThat(RunEnd.of(new Event.Cancelled(Instant.EPOCH, JOB, why + " of my patience")))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void figuresNameTheEndOfTheirRun(RunEnd end) {
    assertThat(end.inFigures().name()).isEqualTo(end.name());
  }
}
