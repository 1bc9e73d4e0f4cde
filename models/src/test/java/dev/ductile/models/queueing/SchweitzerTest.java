package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchweitzerTest {
  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void scan(Solver solver) {
    double worst = 0;
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      var network = new Network(classes(seed, 3, 6), new Sharing(solver, 0.8));
      int all = network.classes().stream().mapToInt(Workers::count).sum();
      int[] population = network.population(all);
      double recursion = new Lattice(network).reach(population).throughput();
      double alone = Schweitzer.settle(network, population).throughput();
      worst = Math.max(worst, Math.abs(alone / recursion - 1));
      sum += alone / recursion - 1;
    }
    System.err.printf(
        "%s worst %.4f mean %.4f rounds %d%n", solver, worst, sum / SEEDS, Schweitzer.most);
    Schweitzer.most = 0;
    for (int n : new int[] {64, 1000, 100000}) {
      for (int seed = 0; seed < 20; seed++) {
        var network = new Network(classes(seed, 30, 1), new Sharing(solver, 0.8));
        long t = System.nanoTime();
        Solution s = network.solve(n);
        assertThat(s.approximate()).isTrue();
        if (seed > 17 || Schweitzer.most >= 9000)
          System.err.printf(
              "%s %d %.6f %.6f %.6f %.6f rounds %d %.1f ms%n",
              solver,
              n,
              s.throughput(),
              s.downlink(),
              s.uplink(),
              s.server(),
              Schweitzer.most,
              (System.nanoTime() - t) / 1e6);
        Schweitzer.most = 0;
      }
    }
  }

  private static List<Workers> classes(int seed, int kinds, int most) {
    RandomGenerator random = new Seed(seed).stream("network");
    double scale = StrictMath.pow(10, random.nextDouble() * 2 - 1);
    var classes = new ArrayList<Workers>();
    for (int kind = 0; kind < kinds; kind++) {
      classes.add(
          new Workers(
              1 + random.nextInt(most),
              0.05 * (1 + random.nextDouble()),
              scale * (1 + random.nextDouble()),
              0.05 * (1 + random.nextDouble()),
              0.02 * (1 + random.nextDouble())));
    }
    return classes;
  }
}
