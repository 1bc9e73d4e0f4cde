package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.history.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BoundTest {
  @Test
  void theInfiniteClusterGivesEveryJobItsFastestSize() {
    var cluster = new SmallCluster().job("a", 0, 1, 80).job("b", 1, 1, 16);

    Bound infinite = bounds(cluster).getLast();
    assertThat(infinite.averageCompletion()).isCloseTo((10 + 2) / 2.0, within(1e-9));
    assertThat(infinite.makespan()).isEqualTo(10);
  }

  @Test
  void theClairvoyantFinishesTheShortestFirstOnOneDivisibleMachine() {
    // Eight GPUs as one machine: a needs 10 s of all of it, b (arriving at 1) needs 2 s.
    var cluster = new SmallCluster().job("a", 0, 1, 80).job("b", 1, 1, 16);

    Bound clairvoyant = bounds(cluster).getFirst();
    assertThat(clairvoyant.averageCompletion()).isCloseTo((12 + 2) / 2.0, within(1e-9));
    assertThat(clairvoyant.makespan()).isCloseTo(12, within(1e-9));
  }

  @Test
  void noRunBeatsItsBounds() {
    for (long seed = 0; seed < 50; seed++) {
      var random = new Seed(seed).stream("bounds");
      var cluster = new SmallCluster();
      for (int i = 0; i < 30; i++) {
        cluster.job("job-" + i, i * 3L, 1 + random.nextInt(4), 1 + random.nextInt(200));
      }
      Run run = cluster.play(SmallCluster::firstComeFirstServed);
      for (Bound bound : bounds(cluster)) {
        assertThat(run.figures().averageCompletion())
            .as("seed %d, %s", seed, bound.name())
            .isGreaterThanOrEqualTo(bound.averageCompletion());
        assertThat(run.figures().makespan())
            .as("seed %d, %s", seed, bound.name())
            .isGreaterThanOrEqualTo(bound.makespan() - 1e-9);
      }
    }
  }

  private static List<Bound> bounds(SmallCluster cluster) {
    return Bound.of(cluster.scenario(), SmallCluster.CATALOG, 1, 1);
  }
}
