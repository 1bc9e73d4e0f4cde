package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.state.Batch;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Frozen;
import dev.ductile.runtime.state.Keys;
import dev.ductile.runtime.state.Partition;
import dev.ductile.runtime.wire.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law: a committed sum changes a copy in the same way whenever it is applied, to the last bit; and
 * whatever reads the copy reads it applied.
 */
final class StockTest {
  private static final int STEPS = 40;
  private static final float RATE_FACTOR = 1;
  private static final double[][] DRAWS = {{0, 0}, {0.03, 0}, {0.01, 0.02}};

  private static Stock stock(TrainingJob job) {
    var stock = new Stock(job, Toy.REGULARIZED);
    for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
      stock.put(stock.fresh(partition, 0));
    }
    return stock;
  }

  private static Stock stock() {
    return stock(Toy.job(Synchrony.BSP, OptimizerSpec.Kind.ADAM));
  }

  private static Copy found(Stock stock, int partition) {
    return stock.find(partition).orElseThrow();
  }

  /** Adds a step's sums; some steps leave out rows, partitions or all examples. */
  private static void prepare(Stock stock, SplittableRandom random) {
    var batch = new Batch(random.nextInt(4) * 8, RATE_FACTOR, List.of());
    for (Partition partition : Toy.LAYOUT.partitions()) {
      Copy copy = found(stock, partition.id());
      int keys = partition.id() == 0 ? 1 + random.nextInt(partition.rows()) : partition.rows();
      int first = random.nextInt(partition.rows() - keys + 1);
      var sums = ByteBuffer.allocate(keys * (1 + partition.width()) * 4);
      IntStream.range(first, first + keys).forEach(sums::putInt);
      sums.order(ByteOrder.LITTLE_ENDIAN);
      while (sums.hasRemaining()) {
        sums.putFloat(random.nextFloat() - 0.5f);
      }
      if (batch.examples() > 0 && random.nextInt(4) > 0) {
        copy.add(1, keys, sums.flip().order(ByteOrder.BIG_ENDIAN));
      }
      copy.prepare(batch);
    }
  }

  private static float[] written(Payload payload) {
    var out = ByteBuffer.allocate(payload.bytes() + 8).position(3);
    payload.writeTo(out);
    assertThat(out.position()).isEqualTo(3 + payload.bytes());
    float[] floats = new float[payload.bytes() / Float.BYTES];
    out.position(3).slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(floats);
    return floats;
  }

  private static Payload pulled(Stock stock, int partition) {
    return stock.pulled(partition, 0, Keys.NONE, RATE_FACTOR);
  }

  private static List<float[]> values(Stock stock) {
    return IntStream.range(0, Toy.PARTITIONS)
        .mapToObj(partition -> written(pulled(stock, partition)))
        .toList();
  }

  private static List<Frozen> frozen(Stock stock) {
    return stock.all().stream().map(Copy::freeze).toList();
  }

  /** What may happen to a stock between a commit and the next step. */
  private static void touch(Stock stock, SplittableRandom random) {
    for (int i = random.nextInt(5); i > 0; i--) {
      int partition = random.nextInt(Toy.PARTITIONS);
      switch (random.nextInt(4)) {
        case 0 -> stock.slice();
        case 1 -> written(pulled(stock, partition));
        case 2 -> stock.find(partition);
        default -> stock.version(partition);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = OptimizerSpec.Kind.class, names = "NEWTON", mode = EnumSource.Mode.EXCLUDE)
  void sumsAppliedLateGiveTheParametersOfSumsAppliedAtOnce(OptimizerSpec.Kind kind) {
    for (long seed = 1; seed <= 60; seed++) {
      double[] draws = DRAWS[(int) seed % DRAWS.length];
      var pace = seed % 2 == 0 ? Synchrony.Kind.BSP : Synchrony.Kind.A_BSP;
      var synchrony = new Synchrony(pace, 0);
      TrainingJob job = Toy.job(synchrony, kind, draws[0], draws[1]);
      Stock late = stock(job);
      Stock early = stock(job);
      var touches = new SplittableRandom(-seed);
      for (int step = 0; step < STEPS; step++) {
        prepare(late, new SplittableRandom(seed * STEPS + step));
        prepare(early, new SplittableRandom(seed * STEPS + step));
        List.copyOf(late.all()).forEach(late::commit);
        for (Copy copy : early.all()) {
          early.commit(copy);
          early.apply(copy);
        }
        touch(late, touches);
        assertThat(values(late))
            .as("%s, seed %d, step %d", job, seed, step)
            .usingRecursiveComparison()
            .isEqualTo(values(early));
      }
      assertThat(frozen(late)).usingRecursiveComparison().isEqualTo(frozen(early));
    }
  }

  @Test
  void committedSumsWaitUntilTheirPullIsWritten() {
    Stock stock = stock();
    prepare(stock, new SplittableRandom(1));
    List<Copy> copies = List.copyOf(stock.all());
    copies.forEach(stock::commit);
    List<Payload> answers =
        IntStream.range(0, Toy.PARTITIONS).mapToObj(partition -> pulled(stock, partition)).toList();
    assertThat(copies).extracting(Copy::version).containsExactly(0L, 0L, 0L);
    written(answers.get(1));
    assertThat(copies).extracting(Copy::version).containsExactly(0L, 1L, 0L);
    assertThat(stock.version(0)).hasValue(1);
    assertThat(stock.version(1)).hasValue(1);
    written(answers.get(1));
    assertThat(copies).extracting(Copy::version).containsExactly(0L, 1L, 0L);
  }

  @Test
  void committedSumsThatNoWorkerPullsAreAppliedInSpareTime() {
    Stock stock = stock();
    prepare(stock, new SplittableRandom(1));
    List<Copy> copies = List.copyOf(stock.all());
    copies.forEach(stock::commit);
    assertThat(stock.slice()).isTrue();
    assertThat(copies).extracting(Copy::version).containsExactly(1L, 0L, 0L);
    assertThat(stock.slice()).isTrue();
    assertThat(stock.slice()).isFalse();
    assertThat(copies).extracting(Copy::version).containsExactly(1L, 1L, 1L);
    assertThat(stock.slice()).isFalse();
  }

  @Test
  void aCheckpointSeesTheCopyOfBeforeTheCommitAndNoneBetween() {
    Stock stock = stock();
    var seen = new ArrayList<Frozen>();
    stock.watchedBy(copy -> seen.add(copy.freeze()));
    List<Frozen> before = frozen(stock);
    prepare(stock, new SplittableRandom(1));
    List.copyOf(stock.all()).forEach(stock::commit);
    assertThat(seen).usingRecursiveComparison().isEqualTo(before);
    values(stock);
    assertThat(seen).hasSize(Toy.PARTITIONS);
  }

  @Test
  void aCopyThatIsDroppedOrReplacedIsNotApplied() {
    Stock stock = stock();
    prepare(stock, new SplittableRandom(1));
    List<Copy> copies = List.copyOf(stock.all());
    copies.forEach(stock::commit);
    stock.drop(0);
    stock.keepOnly(partition -> partition != 1);
    stock.put(stock.fresh(2, 7));
    assertThat(stock.slice()).isFalse();
    assertThat(copies).extracting(Copy::version).containsExactly(0L, 0L, 0L);
    assertThat(stock.version(0)).isEmpty();
    assertThat(stock.version(2)).hasValue(7);
  }

  @Test
  void aSumThatIsNotWholeIsNotCommitted() {
    Stock stock = stock();
    Copy copy = found(stock, 1);
    assertThatThrownBy(() -> stock.commit(copy))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("partition 1 has no whole sum of step 0 to commit");
  }
}
