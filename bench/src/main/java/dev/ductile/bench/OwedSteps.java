package dev.ductile.bench;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Keys;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Optimizer;
import dev.ductile.runtime.training.Optimizers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A server's time for a row of a push and of a pull, when rows owe proximal steps. Each push has
 * few of a million rows, and some rows are far more frequent than others.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OwedSteps {
  private static final int FEATURES = 1 << 20;
  private static final int ROWS = 4_096;
  private static final int BATCHES = 64;
  private static final float EPOCH = 1_000;

  @Param({"none", "l2", "l1 and l2"})
  private String draws = "none";

  private final List<Replica> copies = new ArrayList<>();
  private final List<List<Share>> batches = new ArrayList<>();
  private final FloatBuffer out = FloatBuffer.allocate(ROWS);
  private Optimizer optimizer;
  private int next;

  /** A batch's rows in one partition. */
  private record Share(int partition, int count, ByteBuffer push, Keys keys) {}

  public OwedSteps() {
    optimizer = optimizer(0, 0);
  }

  private static Optimizer optimizer(double l1, double l2) {
    var model = new ModelSpec(ModelSpec.Kind.LOGISTIC, 2, List.of(), l1, l2, 1, true);
    return Optimizers.of(
            OptimizerSpec.of(OptimizerSpec.Kind.ADAGRAD, 0.1),
            model,
            Models.of(model, FEATURES, true, 0))
        .getFirst();
  }

  @Setup
  public void setUp() {
    optimizer =
        switch (draws) {
          case "none" -> optimizer(0, 0);
          case "l2" -> optimizer(0, 1e-6);
          default -> optimizer(1e-7, 1e-6);
        };
    var model = new ModelSpec(ModelSpec.Kind.LOGISTIC, 2, List.of(), 0, 0, 1, true);
    var layout = new PartitionLayout(Models.of(model, FEATURES, true, 0).tensors());
    for (Partition partition : layout.partitions(0)) {
      copies.add(new Replica(partition, true, optimizer.slots(), 0));
    }
    RandomGenerator chance = new Random(1);
    for (int batch = 0; batch < BATCHES; batch++) {
      int[] rows =
          chance.doubles().mapToInt(OwedSteps::row).distinct().limit(ROWS).sorted().toArray();
      batches.add(shares(layout, rows, chance));
    }
    for (int step = 0; step < EPOCH; step++) {
      push();
    }
  }

  /** Rows as frequent as words: half of all draws are among a thousandth of the rows. */
  private static int row(double chance) {
    return (int) Math.pow(FEATURES, chance) - 1;
  }

  private static List<Share> shares(PartitionLayout layout, int[] rows, RandomGenerator chance) {
    var shares = new ArrayList<Share>();
    for (Partition partition : layout.partitions(0)) {
      int[] own =
          Arrays.stream(rows)
              .map(row -> row - partition.firstRow())
              .filter(row -> row >= 0 && row < partition.rows())
              .toArray();
      var keys = ByteBuffer.allocate(own.length * Integer.BYTES);
      var push = ByteBuffer.allocate(own.length * (Integer.BYTES + Float.BYTES));
      for (int row : own) {
        keys.putInt(row);
        push.putInt(row);
      }
      FloatBuffer sums = push.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
      for (int i = 0; i < own.length; i++) {
        sums.put((float) chance.nextGaussian());
      }
      push.rewind();
      if (own.length > 0) {
        shares.add(new Share(partition.id(), own.length, push, Keys.read(keys.flip(), partition)));
      }
    }
    return shares;
  }

  /** Adds up a push and applies it. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long push() {
    for (Share share : batches.get(next++ % BATCHES)) {
      Replica copy = copies.get(share.partition());
      copy.add(0, share.count(), share.push().duplicate());
    }
    for (Replica copy : copies) {
      copy.prepare(new BatchSummary(ROWS, 1, List.of()));
      copy.commit(optimizer);
    }
    return copies.getFirst().version();
  }

  /** Reads the rows of a batch, most of which owe steps. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public FloatBuffer pull() {
    out.clear();
    for (Share share : batches.get(next++ % BATCHES)) {
      copies.get(share.partition()).read(share.keys(), optimizer, 1, out);
    }
    return out;
  }
}
