package dev.ductile.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.Synchrony;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Under all changes of the owners of splits, each example is used once in each epoch. */
@Timeout(60)
final class ExactlyOnceTest {
  private static final int SEEDS = 3;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(Synchrony.Kind.class)
  void oneUndisturbedWorkerUsesEachExampleOnce(Synchrony.Kind kind) throws Exception {
    var counting = new CountingModel(List.of(10, 3, 7), false);
    var batch = new BatchSpec(4, false, BatchSpec.RateRule.NONE);
    try (var cluster =
        new WorkerFixture(counting, counting.job(synchrony(kind, 1), batch, 2), directory, 1)) {
      int worker = cluster.join("worker-0");
      cluster.halt(0);
      cluster.assign(cluster.decide(), List.of(worker, worker, worker), List.of(100));
      cluster.resume();
      cluster.await(() -> sum(cluster) == 40);
      assertThat(cluster.counts()).containsOnly(2);
    }
  }

  private static Synchrony synchrony(Synchrony.Kind kind, int staleness) {
    return new Synchrony(kind, kind == Synchrony.Kind.SSP ? staleness : 0);
  }

  private static double sum(WorkerFixture cluster) {
    float[] counts = new float[cluster.counting.all];
    cluster.servers.values().forEach(server -> server.countInto(counts));
    return IntStream.range(0, counts.length).mapToDouble(i -> counts[i]).sum();
  }

  @ParameterizedTest
  @EnumSource(Synchrony.Kind.class)
  void eachExampleIsUsedOnceWhileOwnersChangeAndDie(Synchrony.Kind kind) throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      play(kind, seed);
    }
  }

  private void play(Synchrony.Kind kind, int seed) throws Exception {
    var random = new SplittableRandom(seed);
    CountingModel counting = CountingModel.random(random);
    int epochs = 3;
    var batch = new BatchSpec(random.nextInt(2, 20), random.nextBoolean(), BatchSpec.RateRule.NONE);
    var job = counting.job(synchrony(kind, random.nextInt(4)), batch, epochs);
    Path place = directory.resolve(kind + "-" + seed);
    try (var cluster = new WorkerFixture(counting, job, place, 1 + random.nextInt(3))) {
      var played = new Play(cluster, random);
      double end = (double) epochs * counting.all;
      for (int change = 0; change < 8; change++) {
        played.change();
        double until = random.nextInt(1 + (int) end);
        cluster.await(() -> sum(cluster) >= until);
      }
      cluster.await(() -> sum(cluster) >= end);
      float[] wanted = new float[counting.all];
      Arrays.fill(wanted, epochs);
      assertThat(cluster.counts()).as("%s, seed %d", kind, seed).isEqualTo(wanted);
    }
  }

  /** A random sequence of reconfigurations. */
  private static final class Play {
    private final WorkerFixture cluster;
    private final SplittableRandom random;
    private int names;

    Play(WorkerFixture cluster, SplittableRandom random) {
      this.cluster = cluster;
      this.random = random;
    }

    void change() {
      if (cluster.workers.size() > 1 && random.nextInt(3) == 0) {
        cluster.kill(any(List.copyOf(cluster.workers.keySet())));
      }
      if (random.nextInt(3) == 0) {
        cluster.does(() -> cluster.servers.values().forEach(PlainServer::cut));
      }
      if (cluster.workers.isEmpty() || (cluster.workers.size() < 4 && random.nextBoolean())) {
        cluster.join("worker-" + names++);
      }
      cluster.halt(0);
      var start = cluster.decide();
      cluster.assign(
          start,
          anyOf(List.copyOf(cluster.workers.keySet()), cluster.counting.sizes.size()),
          anyOf(List.copyOf(cluster.servers.keySet()), cluster.layout.partitions().size()));
      cluster.resume();
    }

    private int any(List<Integer> from) {
      return from.get(random.nextInt(from.size()));
    }

    private List<Integer> anyOf(List<Integer> from, int count) {
      var chosen = new ArrayList<Integer>();
      for (int i = 0; i < count; i++) {
        chosen.add(any(from));
      }
      return chosen;
    }
  }
}
