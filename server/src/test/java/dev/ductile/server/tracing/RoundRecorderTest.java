package dev.ductile.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.rest.DecisionView;
import dev.ductile.scenario.TraceCollector;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RoundRecorderTest {
  private static final DecisionView DECISION =
      new DecisionView(7, Instant.EPOCH, "fifo", "a test", 1, List.of(), 0, 0, List.of());

  private final List<RoundTrace> traces = new ArrayList<>();
  private long now;
  private final RoundRecorder recorder =
      new RoundRecorder(() -> Instant.EPOCH.plusNanos(now), () -> now, traces::add);

  @Test
  void onlyRoundsWithADecisionAreTraced() {
    round(false);
    assertThat(traces).isEmpty();
    round(true);
    assertThat(traces).hasSize(1);
    recorder.ends();
    assertThat(traces).hasSize(1);
  }

  @Test
  void stepsFillTheRoundAndEqualNeighboursAreOneStep() {
    now = 100;
    recorder.begins();
    after(5, RoundStep.POLICY, 3);
    recorder.decided(DECISION, 3);
    after(2, RoundStep.APPLY, 1);
    after(4, RoundStep.APPLY, 1);
    now += 50;
    recorder.ends();

    assertThat(traces)
        .containsExactly(
            new RoundTrace(
                Instant.EPOCH.plusNanos(100),
                Duration.ofNanos(11),
                List.of(new Lap(RoundStep.POLICY, 0, 5, 3), new Lap(RoundStep.APPLY, 5, 11, 2)),
                DECISION,
                3));
  }

  @Test
  void aRoundHasABoundedNumberOfSteps() {
    recorder.begins();
    for (int call = 0; call < 1_000; call++) {
      after(1, RoundStep.PICTURE, 0);
      after(1, RoundStep.POLICY, 0);
    }
    recorder.decided(DECISION, 0);
    recorder.ends();

    assertThat(traces.getFirst().laps()).hasSize(RoundRecorder.MOST_LAPS);
    assertThat(traces.getFirst().time()).isEqualTo(Duration.ofNanos(2_000));
  }

  @Test
  void failuresAreNotedOnceAMinute() {
    var lines = new ArrayList<String>();
    var notes =
        new ExportNotes(
            new TraceCollector(URI.create("http://127.0.0.1:9/")), () -> now, lines::add);
    for (int second = 0; second < 120; second++) {
      now = Duration.ofSeconds(second).toNanos();
      notes.failed(8, "refused");
    }
    assertThat(lines).hasSize(2);
    assertThat(lines.getLast()).contains("488 spans are lost so far");
  }

  @Test
  void withoutACollectorThePolicyStaysAsItIs() {
    Policy policy =
        new Policy() {
          @Override
          public Plan decide(Cluster cluster) {
            throw new UnsupportedOperationException();
          }
        };
    assertThat(RoundTracing.NONE.policy(policy)).isSameAs(policy);
  }

  private void round(boolean hasDecision) {
    recorder.begins();
    after(1, RoundStep.POLL, 0);
    if (hasDecision) {
      recorder.decided(DECISION, 0);
    }
    recorder.ends();
  }

  private void after(long nanos, RoundStep step, long items) {
    now += nanos;
    recorder.ended(step, items);
  }
}
