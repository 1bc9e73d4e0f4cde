package dev.ductile.runtime.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.Replica;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A follower, on a server or in an all-reduce job, refuses sums that no primary would send. */
final class ReceivedSumTest {
  private static final int PRIMARY = 4;

  /** A partition of rows that features touch, and one of a bias. */
  private static final int KEYED = 0;

  private static final int DENSE = 1;

  private final PartitionStore store =
      new PartitionStore(Toy.job(Synchrony.BSP, OptimizerSpec.Kind.SGD), Toy.MODEL);

  private Replica replica(int partition) {
    store.put(store.fresh(partition, 0));
    return store.find(partition).orElseThrow();
  }

  private static ByteBuffer keyed(Partition partition, int... rows) {
    var bytes = ByteBuffer.allocate(rows.length * (1 + partition.width()) * Integer.BYTES);
    Arrays.stream(rows).forEach(bytes::putInt);
    return bytes.rewind();
  }

  @Test
  void validSumsAreApplied() {
    Replica replica = replica(KEYED);
    for (int step = 0; step < 2; step++) {
      replica.add(PRIMARY, 3, keyed(replica.partition(), 1, 2, 5));
      replica.prepare(new BatchSummary(1, 1, List.of()));
      store.commit(replica);
      store.apply(replica);
    }
    assertThat(replica.version()).isEqualTo(2);
  }

  @Test
  void aCommitWithoutASumIsRefused() {
    Replica replica = replica(DENSE);
    assertThatIllegalStateException()
        .isThrownBy(() -> store.commit(replica))
        .withMessageContaining("no whole sum");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1, 3})
  void rowsThatWereNotSentAreRefused(int count) {
    Replica replica = replica(KEYED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> replica.add(PRIMARY, count, keyed(replica.partition(), 2, 3)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 6})
  void rowsBeyondThePartitionAreRefused(int row) {
    Replica replica = replica(KEYED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> replica.add(PRIMARY, 1, keyed(replica.partition(), row)))
        .withMessageContaining(String.valueOf(row));
    assertThat(replica.isUntouched()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void sumsOfAnotherLengthAreRefused(int more) {
    Replica replica = replica(DENSE);
    int floats = replica.partition().floats() + more;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> replica.add(PRIMARY, ByteBuffer.allocate(floats * Float.BYTES)));
  }

  @Test
  void unknownArraysAreRefused() {
    Replica replica = replica(DENSE);
    ByteBuffer numbers = ByteBuffer.allocate(replica.partition().floats() * Float.BYTES);
    assertThatIllegalArgumentException().isThrownBy(() -> replica.fill(replica.arrays(), numbers));
    assertThatIllegalArgumentException().isThrownBy(() -> replica.fill(-1, numbers));
  }
}
