package dev.ductile.models.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.NodeId;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.models.topology.PlacedModel.Parameters;
import dev.ductile.models.topology.PlacedModel.Wire;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PlacedTest {
  private static final Offset<Double> CLOSELY = within(1e-12);
  private static final Wire NETWORK = wire(1, 0.01);
  private static final Wire LOCAL = wire(0.2, 0.001);

  @Test
  void aLoneWorkerOnlyComputes() {
    assertThat(seconds(job(2, 1), on(1))).isCloseTo(0.5, CLOSELY);
    assertThat(job(2, 1).stepsPerSecond(Allocation.NONE)).isZero();
    assertThat(job(2, 1).stepsPerSecond(Allocation.together(new Size(0, 2)))).isZero();
  }

  @Test
  void theSlowestLinkBetweenWorkersDecides() {
    Speed job = job(2, 1);

    assertThat(seconds(job, on(4))).isCloseTo(0.5 + 0.2 * 3 / 4 + 0.002, CLOSELY);
    assertThat(seconds(job, on(2, 2))).isCloseTo(0.5 + 2 * 3 / 4.0 + 0.02, CLOSELY);
    assertThat(seconds(job, on(2, 1, 1))).isCloseTo(0.5 + 3 / 4.0 + 0.02, CLOSELY);
    assertThat(seconds(job, on(1, 1, 1, 1))).isCloseTo(0.5 + 3 / 4.0 + 0.02, CLOSELY);
  }

  @Test
  void overlapHidesTheShorterPart() {
    double alone = 0.5;
    double exchange = 2 * 3 / 4.0 + 0.02;

    assertThat(seconds(job(2, 2), on(2, 2))).isCloseTo(Math.hypot(alone, exchange), CLOSELY);
    assertThat(seconds(job(2, 1000), on(2, 2))).isCloseTo(exchange, within(1e-3));
  }

  @Test
  void aSizeWithoutAPlaceFillsNodes() {
    Speed job = speed(OptionalDouble.of(2), OptionalInt.of(4), OptionalDouble.of(1));

    assertThat(seconds(job, Allocation.together(Size.workers(4)))).isEqualTo(seconds(job, on(4)));
    assertThat(seconds(job, Allocation.together(Size.workers(10))))
        .isEqualTo(seconds(job, on(4, 4, 2)));
  }

  @Test
  void nodesWithOnlyServersDoNotCount() {
    var perNode = new TreeMap<NodeId, Size>();
    perNode.put(new NodeId("a"), Size.workers(4));
    perNode.put(new NodeId("b"), new Size(0, 1));

    assertThat(seconds(job(2, 1), Allocation.of(perNode))).isEqualTo(seconds(job(2, 1), on(4)));
  }

  @Test
  void aLinkMayBeGivenByItsBandwidth() {
    var tenGigabit =
        new Wire(
            OptionalDouble.empty(),
            Optional.of(Bandwidth.bitsPerSecond(10e9)),
            OptionalDouble.empty());
    Speed job = new PlacedModel().create(parameters(OptionalDouble.of(1e9), tenGigabit));

    assertThat(seconds(job, on(1, 1, 1, 1))).isCloseTo(0.5 + 1.6 * 3 / 4, CLOSELY);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlacedModel().create(parameters(OptionalDouble.empty(), tenGigabit)))
        .withMessage("a bandwidth needs the bytes of the gradient: set bytes");
  }

  @Test
  void aStepReportsItsPartsAndItsRange() {
    Speed job = job(2, 1);
    double seconds = 0.5 + 1.5 + 0.02;

    assertThat(((Itemised) job).items(on(2, 2)))
        .containsEntry("nodes", 2)
        .containsEntry("computationSeconds", 0.5)
        .containsEntry("exchangeSeconds", 1.52)
        .containsEntry("secondsPerStep", seconds)
        .containsEntry("examplesPerSecond", 40 / seconds);
    assertThat(job.estimate(on(2, 2))).isEqualTo(Estimate.within(0.13, 1 / seconds));
    assertThat(job.estimate(Allocation.NONE)).isEqualTo(Estimate.exactly(0));
    assertThat(job.estimate(on(1, 1, 1, 1, 1)).low())
        .isEqualTo(job.stepsPerSecond(on(1, 1, 1, 1, 1)) / 1.25);
  }

  @Test
  void oneNodeIsNeverSlowerThanAnySpread() {
    for (long seed = 0; seed < 500; seed++) {
      RandomGenerator random = new Seed(seed).stream("costs");
      StepCosts costs = any(random);
      int workers = random.nextInt(1, 64);
      double together = costs.seconds(8, new NodeSpread(workers, 1));
      for (int nodes = 1; nodes <= workers; nodes++) {
        assertThat(costs.seconds(8, new NodeSpread(workers, nodes)))
            .as("seed %d, %d workers on %d nodes, %s", seed, workers, nodes, costs)
            .isGreaterThanOrEqualTo(together);
      }
    }
  }

  @Test
  void betterLinksAreNeverSlower() {
    for (long seed = 0; seed < 500; seed++) {
      RandomGenerator random = new Seed(seed).stream("costs");
      StepCosts slow = any(random);
      double share = random.nextDouble();
      var fast =
          new StepCosts(
              slow.fixed(),
              slow.perExample(),
              scaled(slow.local(), share),
              scaled(slow.network(), share),
              slow.pair(),
              slow.overlap());
      var spread = new NodeSpread(random.nextInt(4, 64), random.nextInt(1, 5));
      assertThat(fast.seconds(8, spread))
          .as("seed %d, %s, %s", seed, slow, spread)
          .isLessThanOrEqualTo(slow.seconds(8, spread));
    }
  }

  @Test
  void impossibleCostsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StepCosts(1, 0, new LinkCost(2, 0), new LinkCost(1, 0), 1, 1))
        .withMessageContaining("links inside a node must be at least as fast");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StepCosts(1, 0, new LinkCost(0, 0), new LinkCost(1, 0), 0.5, 1))
        .withMessage("pair must be a finite number of at least 1, not 0.5");
    assertThatIllegalArgumentException().isThrownBy(() -> new NodeSpread(1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> speed(OptionalDouble.of(2), OptionalInt.of(0), OptionalDouble.of(1)));
  }

  static Allocation on(int... workers) {
    var perNode = new TreeMap<NodeId, Size>();
    for (int node = 0; node < workers.length; node++) {
      perNode.put(new NodeId("node-" + node), Size.workers(workers[node]));
    }
    return Allocation.of(perNode);
  }

  static StepCosts any(RandomGenerator random) {
    var local = new LinkCost(random.nextDouble() * 0.1, random.nextDouble() * 0.01);
    return new StepCosts(
        random.nextDouble(),
        random.nextDouble() * 0.1 + 1e-3,
        local,
        new LinkCost(
            local.transfer() + random.nextDouble(), local.round() + random.nextDouble() * 0.1),
        1 + random.nextDouble(),
        1 + 3 * random.nextDouble());
  }

  private static LinkCost scaled(LinkCost link, double share) {
    return new LinkCost(link.transfer() * share, link.round() * share);
  }

  private static Wire wire(double transfer, double round) {
    return new Wire(OptionalDouble.of(transfer), Optional.empty(), OptionalDouble.of(round));
  }

  private static Speed job(double pair, double overlap) {
    return speed(OptionalDouble.of(pair), OptionalInt.empty(), OptionalDouble.of(overlap));
  }

  /** Ten examples per worker: a tenth of a second, and 40 ms per example. */
  private static Speed speed(OptionalDouble pair, OptionalInt perNode, OptionalDouble overlap) {
    return new PlacedModel()
        .create(
            new Parameters(
                OptionalDouble.of(10),
                OptionalDouble.empty(),
                OptionalDouble.of(0.1),
                0.04,
                OptionalDouble.empty(),
                Optional.of(LOCAL),
                NETWORK,
                pair,
                overlap,
                perNode));
  }

  private static Parameters parameters(OptionalDouble bytes, Wire network) {
    return new Parameters(
        OptionalDouble.empty(),
        OptionalDouble.of(40),
        OptionalDouble.of(0.1),
        0.04,
        bytes,
        Optional.empty(),
        network,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalInt.empty());
  }

  private static double seconds(Speed speed, Allocation where) {
    return 1 / speed.stepsPerSecond(where);
  }
}
