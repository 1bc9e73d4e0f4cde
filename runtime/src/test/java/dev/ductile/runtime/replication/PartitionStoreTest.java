package dev.ductile.runtime.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Keys;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.ReplicaSnapshot;
import dev.ductile.runtime.transport.Payload;
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
final class PartitionStoreTest {
  private static final int STEPS = 40;
  private static final float RATE_FACTOR = 1;
  private static final double[][] DRAWS = {{0, 0}, {0.03, 0}, {0.01, 0.02}};

  private static PartitionStore store(TrainingJob job) {
    var store = new PartitionStore(job, Toy.REGULARIZED);
    for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
      store.put(store.fresh(partition, 0));
    }
    return store;
  }

  private static PartitionStore store() {
    return store(Toy.job(Synchrony.BSP, OptimizerSpec.Kind.ADAM));
  }

  private static Replica found(PartitionStore store, int partition) {
    return store.find(partition).orElseThrow();
  }

  /** Adds a step's sums; some steps leave out rows, partitions or all examples. */
  private static void prepare(PartitionStore store, SplittableRandom random) {
    var batch = new BatchSummary(random.nextInt(4) * 8, RATE_FACTOR, List.of());
    for (Partition partition : Toy.LAYOUT.partitions()) {
      Replica copy = found(store, partition.id());
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

  private static Payload pulled(PartitionStore store, int partition) {
    return store.pulled(partition, 0, Keys.NONE, RATE_FACTOR);
  }

  private static float[][] values(PartitionStore store) {
    return IntStream.range(0, Toy.PARTITIONS)
        .mapToObj(partition -> written(pulled(store, partition)))
        .toArray(float[][]::new);
  }

  private static List<ReplicaSnapshot> frozen(PartitionStore store) {
    return store.all().stream().map(Replica::freeze).toList();
  }

  /** The events of a store between a commit and the next step. */
  private static void touch(PartitionStore store, SplittableRandom random) {
    for (int i = random.nextInt(5); i > 0; i--) {
      int partition = random.nextInt(Toy.PARTITIONS);
      switch (random.nextInt(4)) {
        case 0 -> store.slice();
        case 1 -> written(pulled(store, partition));
        case 2 -> store.find(partition);
        default -> store.version(partition);
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
      PartitionStore late = store(job);
      PartitionStore early = store(job);
      var touches = new SplittableRandom(-seed);
      for (int step = 0; step < STEPS; step++) {
        prepare(late, new SplittableRandom(seed * STEPS + step));
        prepare(early, new SplittableRandom(seed * STEPS + step));
        List.copyOf(late.all()).forEach(late::commit);
        for (Replica copy : early.all()) {
          early.commit(copy);
          early.apply(copy);
        }
        touch(late, touches);
        assertThat(values(late))
            .as("%s, seed %d, step %d", job, seed, step)
            .isDeepEqualTo(values(early));
      }
      assertThat(frozen(late)).usingRecursiveComparison().isEqualTo(frozen(early));
    }
  }

  @Test
  void committedSumsAreAppliedWhenTheirPullIsWritten() {
    PartitionStore store = store();
    prepare(store, new SplittableRandom(1));
    List<Replica> copies = List.copyOf(store.all());
    copies.forEach(store::commit);
    List<Payload> answers =
        IntStream.range(0, Toy.PARTITIONS).mapToObj(partition -> pulled(store, partition)).toList();
    assertThat(copies).extracting(Replica::version).containsExactly(0L, 0L, 0L);
    written(answers.get(1));
    assertThat(copies).extracting(Replica::version).containsExactly(0L, 1L, 0L);
    assertThat(store.version(0)).hasValue(1);
    assertThat(store.version(1)).hasValue(1);
    written(answers.get(1));
    assertThat(copies).extracting(Replica::version).containsExactly(0L, 1L, 0L);
  }

  @Test
  void committedSumsThatNoWorkerPullsAreAppliedInSpareTime() {
    PartitionStore store = store();
    prepare(store, new SplittableRandom(1));
    List<Replica> copies = List.copyOf(store.all());
    copies.forEach(store::commit);
    assertThat(store.slice()).isTrue();
    assertThat(copies).extracting(Replica::version).containsExactly(1L, 0L, 0L);
    assertThat(store.slice()).isTrue();
    assertThat(store.slice()).isFalse();
    assertThat(copies).extracting(Replica::version).containsExactly(1L, 1L, 1L);
    assertThat(store.slice()).isFalse();
  }

  @Test
  void aCheckpointHasTheReplicaBeforeTheCommitAndNoneBetween() {
    PartitionStore store = store();
    var seen = new ArrayList<ReplicaSnapshot>();
    store.watchedBy(copy -> seen.add(copy.freeze()));
    List<ReplicaSnapshot> before = frozen(store);
    prepare(store, new SplittableRandom(1));
    List.copyOf(store.all()).forEach(store::commit);
    assertThat(seen).usingRecursiveComparison().isEqualTo(before);
    values(store);
    assertThat(seen).hasSize(Toy.PARTITIONS);
  }

  @Test
  void sumsOfADroppedOrReplacedReplicaAreNotApplied() {
    PartitionStore store = store();
    prepare(store, new SplittableRandom(1));
    List<Replica> copies = List.copyOf(store.all());
    copies.forEach(store::commit);
    store.drop(0);
    store.keepOnly(partition -> partition != 1);
    store.put(store.fresh(2, 7));
    assertThat(store.slice()).isFalse();
    assertThat(copies).extracting(Replica::version).containsExactly(0L, 0L, 0L);
    assertThat(store.version(0)).isEmpty();
    assertThat(store.version(2)).hasValue(7);
  }

  @Test
  void anIncompleteSumIsNotCommitted() {
    PartitionStore store = store();
    Replica copy = found(store, 1);
    assertThatThrownBy(() -> store.commit(copy))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("partition 1 has no whole sum of step 0 to commit");
  }
}
