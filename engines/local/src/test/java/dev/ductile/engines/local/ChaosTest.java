package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import dev.ductile.engines.supervision.ProgressFormat;
import dev.ductile.engines.supervision.ProgressReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders at random moments in every state of the jobs. */
@Tag("process")
class ChaosTest {
  /** Processes train for seconds on each, so that few are tried. */
  private static final int SEEDS = Math.min(10, Integer.getInteger("ductile.seedFactor", 1));

  private static final int ORDERS = 15;
  private static final int STEPS = 80;

  @TempDir Path root;

  /** Every step is done once and in order, and both jobs arrive at the same loss. */
  @ParameterizedTest
  @MethodSource("lives")
  void noOrderLosesAStep(long seed, RescaleMode rescaleMode) throws IOException {
    var random = new Random(seed);
    try (var fixture = new EngineUnderTest(root)) {
      String steps = Integer.toString(STEPS);
      JobSpec one =
          EngineUnderTest.trainer("one", "--steps", steps, "--step-millis", "40")
              .withRescaleMode(rescaleMode);
      JobSpec two =
          EngineUnderTest.trainer("two", "--steps", steps, "--step-millis", "40")
              .withRescaleMode(rescaleMode);
      for (int i = 0; i < ORDERS; i++) {
        fixture.apply(one, any(random, EngineUnderTest.FIRST));
        fixture.apply(two, any(random, EngineUnderTest.SECOND));
        letTimePass(fixture, Duration.ofMillis(random.nextInt(300)));
      }
      fixture.apply(one, EngineUnderTest.on(EngineUnderTest.FIRST, 4));
      fixture.apply(two, EngineUnderTest.on(EngineUnderTest.SECOND, 3));
      while (fixture.reported(Event.Finished.class).size() < 2) {
        fixture.await(Event.Finished.class);
      }

      assertThat(fixture.reported(Event.Crashed.class)).as("seed %d", seed).isEmpty();
      var first = losses(one, fixture);
      var second = losses(two, fixture);
      for (int step = 0; step < STEPS; step++) {
        assertThat(first.get(step))
            .as("seed %d, step %d", seed, step + 1)
            .isCloseTo(second.get(step), within(1e-9));
      }
    }
  }

  private static Stream<Arguments> lives() {
    return LongStream.rangeClosed(1, SEEDS)
        .boxed()
        .flatMap(seed ->
            Stream.of(RescaleMode.CHECKPOINT, RescaleMode.HOT)
                .map(mode -> Arguments.of(seed, mode)));
  }

  /** Nothing, or any number of workers on the node. */
  private static Allocation any(Random random, NodeId node) {
    return Allocation.on(node, Size.workers(random.nextInt(4)));
  }

  private static void letTimePass(EngineUnderTest fixture, Duration duration) {
    Instant end = fixture.engine.instant().plus(duration);
    while (fixture.engine.instant().isBefore(end)) {
      fixture.engine.sleepUntil(end);
      fixture.events.addAll(fixture.engine.poll());
    }
  }

  /** The losses of all generations, which must be those of the steps in order. */
  private static List<Double> losses(JobSpec job, EngineUnderTest fixture) throws IOException {
    String teller = job.rescaleMode() == RescaleMode.HOT ? "master" : "worker";
    var losses = new ArrayList<Double>();
    for (int generation = 1; generation <= 2 * ORDERS; generation++) {
      for (ProgressReport report : reports(fixture.engine.log(job.id(), generation, teller, 0))) {
        losses.add(report.loss().orElseThrow());
        assertThat(report.step()).as("in generation %d", generation).isEqualTo(losses.size());
      }
    }
    assertThat(losses).hasSize(STEPS);
    return losses;
  }

  /** A Java that is asked to stop while it starts may say other things too. */
  private static List<ProgressReport> reports(Path log) throws IOException {
    if (!Files.exists(log)) {
      return List.of();
    }
    return Files.readAllLines(log).stream()
        .flatMap(line -> ProgressFormat.of("").read(line).stream())
        .filter(report -> report.loss().isPresent())
        .toList();
  }
}
