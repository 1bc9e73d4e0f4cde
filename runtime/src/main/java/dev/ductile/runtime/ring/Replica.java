package dev.ductile.runtime.ring;

import dev.ductile.runtime.learn.Batch;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.learn.Optimizer;
import dev.ductile.runtime.learn.Parameters;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Layout;
import dev.ductile.runtime.state.Partition;
import dev.ductile.runtime.state.Tensor;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A worker's copy of all parameters, with what the optimiser remembers of them and the sum of the
 * step that comes next. All workers do the same to the last bit.
 *
 * <p>Tensors that are not keyed lie one behind the other, as in the {@link Sum}.
 */
final class Replica {
  private final Model model;
  private final List<Optimizer> optimizers;
  private final Layout layout;
  private final Sum sum;
  private final List<Home> homes = new ArrayList<>();
  private final BitSet present = new BitSet();
  private final int arrays;
  private long version;
  private boolean prepared;

  /** Where the numbers of a tensor lie: from {@code begin} in each of the arrays. */
  private record Home(List<float[]> arrays, int begin) {}

  Replica(Model model, List<Optimizer> optimizers) {
    this.model = model;
    this.optimizers = List.copyOf(optimizers);
    layout = new Layout(model.tensors(), Layout.PARTITION_FLOATS);
    sum = new Sum(model.tensors());
    arrays = 1 + optimizers.stream().mapToInt(Optimizer::slots).max().orElse(0);
    List<float[]> dense = make(sum.dense());
    for (int t = 0; t < model.tensors().size(); t++) {
      Tensor tensor = model.tensors().get(t);
      homes.add(
          tensor.keyed()
              ? new Home(make(Math.toIntExact(tensor.floats())), 0)
              : new Home(dense, sum.begin(t)));
    }
  }

  private List<float[]> make(int floats) {
    var made = new ArrayList<float[]>();
    for (int i = 0; i < arrays; i++) {
      made.add(new float[floats]);
    }
    return List.copyOf(made);
  }

  Layout layout() {
    return layout;
  }

  Sum sum() {
    return sum;
  }

  /** How many arrays there are: the values, and then the optimiser's. */
  int arrays() {
    return arrays;
  }

  /** How many steps it has behind it. */
  long version() {
    return version;
  }

  /** Whether all partitions are here. */
  boolean isWhole() {
    return present.cardinality() == layout.partitions().size();
  }

  boolean has(int partition) {
    return present.get(partition);
  }

  /** Whether the sum of step {@link #version} is whole. */
  boolean isPrepared() {
    return prepared;
  }

  // ---- how it comes to be

  /** Holds nothing any more. */
  void forget() {
    present.clear();
    prepared = false;
    version = 0;
  }

  /** The numbers that the model begins with. */
  void begin(long atVersion) {
    forget();
    for (Partition partition : layout.partitions()) {
      float[] rows = new float[partition.floats()];
      model.begin(partition.tensor(), partition.firstRow(), partition.rows(), rows);
      fill(partition.id(), 0, FloatBuffer.wrap(rows));
      for (int number = 1; number < arrays; number++) {
        fill(partition.id(), number, FloatBuffer.allocate(partition.floats()));
      }
      arrived(partition.id(), atVersion);
    }
  }

  /** Takes an array of a partition that was saved or sent. */
  void fill(int partition, int number, FloatBuffer numbers) {
    Partition part = layout.partitions().get(partition);
    if (number < 0 || number >= arrays || numbers.remaining() != part.floats()) {
      throw new IllegalArgumentException(
          "%d numbers are not array %d of partition %d"
              .formatted(numbers.remaining(), number, partition));
    }
    numbers.get(array(partition, number), begin(partition), part.floats());
  }

  /** All arrays of a partition are here. */
  void arrived(int partition, long itsVersion) {
    if (!present.isEmpty() && itsVersion != version) {
      throw new IllegalArgumentException(
          "partition %d has come at version %d, others are at %d"
              .formatted(partition, itsVersion, version));
    }
    version = itsVersion;
    present.set(partition);
  }

  /** The array in which a partition's numbers lie from {@link #begin(int)}. */
  float[] array(int partition, int number) {
    return homes.get(layout.partitions().get(partition).tensor()).arrays().get(number);
  }

  int begin(int partition) {
    Partition part = layout.partitions().get(partition);
    return homes.get(part.tensor()).begin() + part.firstRow() * part.width();
  }

  boolean isKeyed(int partition) {
    return layout.tensors().get(layout.partitions().get(partition).tensor()).keyed();
  }

  /** A partition as servers keep it, for a checkpoint. */
  Copy copy(int partition) {
    Partition part = layout.partitions().get(partition);
    var copy = new Copy(part, isKeyed(partition), arrays - 1, version);
    for (int number = 0; number < arrays; number++) {
      System.arraycopy(
          array(partition, number), begin(partition), copy.array(number), 0, part.floats());
    }
    return copy;
  }

  // ---- steps

  /** Gives what a batch needs. */
  void give(Parameters parameters, Batch batch) {
    for (int t = 0; t < layout.tensors().size(); t++) {
      Tensor tensor = layout.tensors().get(t);
      Home home = homes.get(t);
      float[] values = home.arrays().getFirst();
      if (tensor.keyed()) {
        copyRows(values, tensor.width(), batch.rows(), batch.rowCount(), parameters.tensor(t));
      } else {
        System.arraycopy(
            values, home.begin(), parameters.tensor(t), 0, Math.toIntExact(tensor.floats()));
      }
    }
  }

  private static void copyRows(float[] from, int width, int[] rows, int count, float[] to) {
    for (int i = 0; i < count; i++) {
      System.arraycopy(from, rows[i] * width, to, i * width, width);
    }
  }

  /** The sum is whole. */
  void prepare() {
    prepared = true;
  }

  /** The sum is worth nothing. */
  void discard() {
    prepared = false;
  }

  /** Applies the sum to all that is here. */
  void commit() {
    if (!prepared) {
      throw new IllegalStateException("there is no whole sum of step " + version);
    }
    if (sum.examples() > 0) {
      layout.partitions().stream()
          .filter(part -> present.get(part.id()) && !isKeyed(part.id()))
          .forEach(this::apply);
      for (int t = 0; t < layout.tensors().size(); t++) {
        if (layout.tensors().get(t).keyed()) {
          applyRows(t);
        }
      }
    }
    prepared = false;
    version++;
  }

  private float scale() {
    return 1f / sum.examples();
  }

  private void apply(Partition part) {
    Home home = homes.get(part.tensor());
    int begin = begin(part.id());
    float[][] slots = home.arrays().subList(1, arrays).toArray(float[][]::new);
    optimizers
        .get(part.tensor())
        .apply(
            home.arrays().getFirst(),
            slots,
            sum.numbers(),
            begin,
            part.floats(),
            scale(),
            version,
            1);
  }

  /** Rows that were touched are gathered, changed and put back. */
  private void applyRows(int tensor) {
    int width = layout.tensors().get(tensor).width();
    int[] rows = new int[sum.keyCount()];
    float[] sums = new float[sum.keyCount() * width];
    int count = 0;
    for (int i = 0; i < sum.keyCount(); i++) {
      int row = sum.keys()[i];
      if (present.get(layout.partition(tensor, row).id())) {
        int at = sum.rows(tensor) + i * width;
        System.arraycopy(sum.numbers(), at, sums, count * width, width);
        rows[count++] = row;
      }
    }
    float[][] gathered = new float[arrays][count * width];
    for (int number = 0; number < arrays; number++) {
      copyRows(homes.get(tensor).arrays().get(number), width, rows, count, gathered[number]);
    }
    float[][] slots = java.util.Arrays.copyOfRange(gathered, 1, arrays);
    optimizers.get(tensor).apply(gathered[0], slots, sums, 0, count * width, scale(), version, 1);
    for (int number = 0; number < arrays; number++) {
      float[] to = homes.get(tensor).arrays().get(number);
      for (int i = 0; i < count; i++) {
        System.arraycopy(gathered[number], i * width, to, rows[i] * width, width);
      }
    }
  }
}
