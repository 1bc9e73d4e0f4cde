package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sentences about measured speeds. */
final class MeasuredSpeedsTest {
  private static final JobId FLOWERS = new JobId("flowers");
  private static final Instant NOW = Instant.EPOCH;

  private final List<String> said = new ArrayList<>();
  private long revision;

  @Test
  void aLargerSizeThatIsSlowerIsNamedOnceWithBothSpeeds() {
    var speeds = new MeasuredSpeeds(false);

    train(speeds, 1, 743);
    train(speeds, 2, 306);
    train(speeds, 1, 740);
    train(speeds, 2, 300);

    assertThat(said)
        .containsExactly(
            "2 workers train slower than 1 worker here: 306.0 steps/s, not 743.0; give it bounds:"
                + " {workers: {max: 1}}, or the scenario 'estimator: online' and a policy that uses"
                + " speeds");
  }

  @Test
  void theSmallerSizeMayBeMeasuredLater() {
    var speeds = new MeasuredSpeeds(true);

    train(speeds, 2, 306);
    train(speeds, 1, 743);

    assertThat(said)
        .containsExactly(
            "2 workers train slower than 1 worker here: 306.0 steps/s, not 743.0; a policy that uses"
                + " speeds, such as marginal, takes that into account");
  }

  @Test
  void aLargerSizeThatIsFasterOrNearlyAsFastIsNotNamed() {
    var speeds = new MeasuredSpeeds(false);

    train(speeds, 1, 100);
    train(speeds, 2, 95);
    train(speeds, 4, 130);

    assertThat(said).isEmpty();
  }

  /** The first steps of new tasks are slow, and reports may come from the old ones. */
  @Test
  void reportsDuringAChangeAndRightAfterItDoNotCount() {
    var speeds = new MeasuredSpeeds(false);

    train(speeds, 1, 743);
    order(speeds, 1, 2);
    report(speeds, 10, 10);
    runs(speeds, 2);
    report(speeds, 3, 10);
    report(speeds, 10, 1400);

    assertThat(said).isEmpty();
  }

  @Test
  void aLearnedSpeedIsNamedOnceForASize() {
    var speeds = new MeasuredSpeeds(true);

    train(speeds, 1, 743);
    learn(speeds);
    learn(speeds);
    train(speeds, 2, 1406);
    learn(speeds);

    assertThat(said)
        .containsExactly(
            "743.0 steps/s measured with 1 worker, no speed expected; the policy now uses the measured"
                + " speed",
            "1406 steps/s measured with 2 workers, no speed expected; the policy now uses the"
                + " measured speed");
  }

  private void train(MeasuredSpeeds speeds, int workers, double stepsPerSecond) {
    order(speeds, 1, workers);
    runs(speeds, workers);
    report(speeds, 6, stepsPerSecond);
  }

  private void order(MeasuredSpeeds speeds, int from, int to) {
    revision++;
    take(speeds, new Event.Allocated(NOW, FLOWERS, revision, place(from), place(to)));
  }

  private void runs(MeasuredSpeeds speeds, int workers) {
    take(speeds, new Event.Running(NOW, FLOWERS, revision, place(workers), 0));
  }

  private void report(MeasuredSpeeds speeds, int times, double stepsPerSecond) {
    for (int i = 0; i < times; i++) {
      take(speeds, new Event.Progressed(NOW, FLOWERS, revision, 100, stepsPerSecond));
    }
  }

  private void learn(MeasuredSpeeds speeds) {
    take(speeds, new Event.SpeedLearned(NOW, FLOWERS, SpeedSpec.UNKNOWN));
  }

  private void take(MeasuredSpeeds speeds, Event event) {
    speeds.sentence(event).ifPresent(said::add);
  }

  private static Allocation place(int workers) {
    return Allocation.on(new NodeId("node-0"), Size.workers(workers));
  }
}
