package dev.ductile.runtime.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.KeyedRows;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.ReducedSum;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law: a replica that applies its part of an all-reduce ends as a follower that received the same
 * sum as an update, to the last bit. So workers of an all-reduce job and servers have the same
 * replicas.
 */
final class ReducedSumTest {
  private static final int STEPS = 40;
  private static final int PRIMARY = 7;

  @ParameterizedTest
  @EnumSource(names = {"SGD", "MOMENTUM", "ADAGRAD", "ADAM"})
  void aReplicaOfAnAllReduceEqualsAFollowerThatReceivesItsSums(OptimizerSpec.Kind kind) {
    for (long seed = 0; seed < 20; seed++) {
      var random = new SplittableRandom(seed);
      PartitionStore reduced = store(kind);
      PartitionStore follower = store(kind);
      for (int step = 0; step < STEPS; step++) {
        var batch = new BatchSummary(random.nextInt(4) * 8, 1, List.of());
        for (Partition partition : Toy.LAYOUT.partitions()) {
          Replica one = reduced.find(partition.id()).orElseThrow();
          one.reduce(sum(partition, random));
          update(one, follower.find(partition.id()).orElseThrow(), random.nextBoolean());
          one.prepare(batch);
          reduced.commit(one);
          Replica other = follower.find(partition.id()).orElseThrow();
          other.prepare(batch);
          follower.commit(other);
        }
        assertThat(arrays(reduced)).as("seed %d, step %d", seed, step).isEqualTo(arrays(follower));
      }
    }
  }

  private static PartitionStore store(OptimizerSpec.Kind kind) {
    var store = new PartitionStore(Toy.job(Synchrony.BSP, kind, 0.01, 0.02), Toy.REGULARIZED);
    Toy.LAYOUT.partitions().forEach(each -> store.put(store.fresh(each.id(), 0)));
    return store;
  }

  /** A part of a longer row; of a keyed tensor only some rows. */
  private static ReducedSum sum(Partition partition, SplittableRandom random) {
    boolean keyed = Toy.LAYOUT.tensors().get(partition.tensor()).keyed();
    int[] some =
        IntStream.range(0, partition.rows())
            .filter(_ -> random.nextBoolean())
            .map(row -> partition.firstRow() + row)
            .toArray();
    int from = random.nextInt(10);
    int count = (keyed ? some.length : partition.rows()) * partition.width();
    float[] row = new float[from + count + random.nextInt(10)];
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) random.nextDouble(-1, 1);
    }
    return new ReducedSum(
        row,
        from,
        count,
        keyed ? Optional.of(KeyedRows.of(some, 0, some.length, partition)) : Optional.empty(),
        new float[count]);
  }

  /** As frames of kind UPDATE and UPDATE_KEYED have it. */
  private static void update(Replica primary, Replica follower, boolean stays) {
    if (primary.isUntouched()) {
      return;
    }
    Payload payload = UpdateCodec.of(primary, stays);
    var bytes = ByteBuffer.allocate(payload.bytes());
    payload.writeTo(bytes);
    bytes.flip();
    if (primary.isWhole()) {
      follower.add(PRIMARY, bytes);
    } else {
      follower.add(PRIMARY, bytes.getInt(), bytes.slice());
    }
  }

  private static List<String> arrays(PartitionStore store) {
    return store.all().stream()
        .flatMap(copy -> copy.freeze().arrays().stream())
        .map(Arrays::toString)
        .toList();
  }
}
