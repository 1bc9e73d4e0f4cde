package dev.ductile.runtime.ring;

import dev.ductile.runtime.learn.Batch;
import dev.ductile.runtime.learn.Figures;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.learn.Optimizer;
import dev.ductile.runtime.learn.Optimizers;
import dev.ductile.runtime.learn.Parameters;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Frozen;
import dev.ductile.runtime.state.Layout;
import dev.ductile.runtime.state.Partition;
import dev.ductile.runtime.state.Rule;
import dev.ductile.runtime.state.Tensor;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

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
  private final int pulled;
  private final OptionalInt progress;
  private final Sum sum;
  private final List<Home> homes = new ArrayList<>();
  private final BitSet present = new BitSet();
  private long version;
  private boolean prepared;

  /** The optimisers as they are in the step that is being applied. */
  private List<Optimizer> rules;

  /** Where the numbers of a tensor lie: from {@code begin} in each of the arrays. */
  private record Home(List<float[]> arrays, int begin) {}

  /**
   * A replica of nothing yet.
   *
   * @param pulled the array that workers compute with: 0 are the parameters
   */
  Replica(Model model, List<Optimizer> optimizers, int pulled) {
    this.pulled = pulled;
    progress = Optimizers.progress(model);
    this.model = model;
    this.optimizers = List.copyOf(optimizers);
    rules = this.optimizers;
    layout = new Layout(model.tensors());
    sum = new Sum(model.tensors());
    int most =
        IntStream.range(0, optimizers.size())
            .filter(t -> !isKeyedTensor(t))
            .map(t -> optimizers.get(t).slots())
            .max()
            .orElse(0);
    List<float[]> dense = make(1 + most, sum.dense());
    for (int t = 0; t < model.tensors().size(); t++) {
      homes.add(
          isKeyedTensor(t)
              ? new Home(make(1 + optimizers.get(t).slots(), floats(t)), 0)
              : new Home(dense.subList(0, 1 + optimizers.get(t).slots()), sum.begin(t)));
    }
  }

  private static List<float[]> make(int arrays, int floats) {
    return IntStream.range(0, arrays).mapToObj(number -> new float[floats]).toList();
  }

  private boolean isKeyedTensor(int tensor) {
    return layout.tensors().get(tensor).keyed();
  }

  private int floats(int tensor) {
    return Math.toIntExact(layout.tensors().get(tensor).floats());
  }

  Layout layout() {
    return layout;
  }

  Sum sum() {
    return sum;
  }

  /** How many arrays a partition has: the values, and then the optimiser's. */
  int arrays(int partition) {
    return home(partition).arrays().size();
  }

  private Home home(int partition) {
    return homes.get(layout.partitions().get(partition).tensor());
  }

  /** How many steps it has behind it. */
  long version() {
    return version;
  }

  /** Whether all partitions are here. */
  boolean isWhole() {
    return present.cardinality() == layout.partitions().size();
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
      for (int number = 1; number < arrays(partition.id()); number++) {
        fill(partition.id(), number, FloatBuffer.allocate(partition.floats()));
      }
      arrived(partition.id(), atVersion);
    }
  }

  /** Takes an array of a partition that was saved or sent. */
  void fill(int partition, int number, FloatBuffer numbers) {
    Partition part = layout.partitions().get(partition);
    if (number < 0 || number >= arrays(partition) || numbers.remaining() != part.floats()) {
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
    return home(partition).arrays().get(number);
  }

  int begin(int partition) {
    Partition part = layout.partitions().get(partition);
    return home(partition).begin() + part.firstRow() * part.width();
  }

  boolean isKeyed(int partition) {
    return isKeyedTensor(layout.partitions().get(partition).tensor());
  }

  /**
   * How many numbers of a sum are this partition's in any case; of what is keyed there are none.
   */
  int sums(int partition) {
    return isKeyed(partition) ? 0 : layout.partitions().get(partition).floats();
  }

  /**
   * Whether the sum of this partition decides what is done to all others, so that nobody can apply
   * a sum without it.
   */
  boolean decides(int partition) {
    int tensor = layout.partitions().get(partition).tensor();
    return progress.isPresent() && progress.getAsInt() == tensor;
  }

  /** How many rows each keyed tensor has. */
  int keyedRows() {
    return layout.tensors().stream()
        .filter(Tensor::keyed)
        .mapToInt(Tensor::rows)
        .findFirst()
        .orElse(0);
  }

  /** The numbers of a partition as they are now. */
  Frozen freeze(int partition) {
    Partition part = layout.partitions().get(partition);
    int from = begin(partition);
    List<float[]> arrays =
        home(partition).arrays().stream()
            .map(array -> Arrays.copyOfRange(array, from, from + part.floats()))
            .toList();
    return new Frozen(part, version, 0, arrays, List.of());
  }

  /** The same with settled values; on any thread. */
  Frozen settled(Frozen frozen) {
    return frozen.settledBy(optimizers.get(frozen.partition().tensor()), 1);
  }

  /** A partition as it comes out of a checkpoint. */
  Copy blank(int partition, long atVersion) {
    Partition part = layout.partitions().get(partition);
    return new Copy(part, isKeyed(partition), arrays(partition) - 1, atVersion);
  }

  // ---- steps

  /** Gives what a batch needs, settled. */
  void give(Parameters parameters, Batch batch) {
    give(pulled, parameters, batch);
  }

  /** Gives the parameters at the last accepted point. */
  void giveAccepted(Parameters parameters, Batch batch) {
    give(0, parameters, batch);
  }

  private void give(int array, Parameters parameters, Batch batch) {
    for (int t = 0; t < layout.tensors().size(); t++) {
      Tensor tensor = layout.tensors().get(t);
      Home home = homes.get(t);
      if (tensor.keyed()) {
        rows(t).read(array, now(t), batch.rows(), batch.rowCount(), parameters.tensor(t));
      } else {
        float[] values = home.arrays().get(array);
        System.arraycopy(values, home.begin(), parameters.tensor(t), 0, floats(t));
      }
    }
  }

  private KeyedRows rows(int tensor) {
    return new KeyedRows(homes.get(tensor).arrays(), layout.tensors().get(tensor).width());
  }

  /** The sum is whole. */
  void prepare() {
    prepared = true;
  }

  /**
   * Writes into a whole sum what else decides the step: figures of all parameters, which whoever is
   * still taught does not have.
   */
  void measure() {
    if (progress.isEmpty()) {
      return;
    }
    double[] sums = new double[Figures.OF_PARAMETERS];
    for (Partition partition : layout.partitions()) {
      List<float[]> arrays = home(partition.id()).arrays();
      float[][] slots = arrays.subList(1, arrays.size()).toArray(float[][]::new);
      optimizers
          .get(partition.tensor())
          .measure(slots, begin(partition.id()), partition.floats(), sums);
    }
    Home home = homes.get(progress.getAsInt());
    float[] row =
        Arrays.copyOfRange(home.arrays().getFirst(), home.begin(), home.begin() + Figures.COUNT);
    int at = sum.begin(progress.getAsInt());
    float[] ofExamples = Arrays.copyOfRange(sum.numbers(), at, at + Figures.OF_EXAMPLES);
    List<Double> figures = Figures.of(ofExamples, sums, row);
    for (int i = 0; i < figures.size(); i++) {
      sum.numbers()[at + i] = figures.get(i).floatValue();
    }
  }

  private List<Double> figures() {
    if (progress.isEmpty()) {
      return List.of();
    }
    int at = sum.begin(progress.getAsInt());
    return IntStream.range(at, at + Figures.COUNT)
        .mapToObj(i -> (double) sum.numbers()[i])
        .toList();
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
    settleInTurn();
    if (sum.examples() > 0) {
      List<Double> figures = figures();
      rules = optimizers.stream().map(rule -> rule.in(figures, scale())).toList();
      layout.partitions().stream()
          .filter(part -> present.get(part.id()) && !isKeyed(part.id()))
          .forEach(this::apply);
      for (int t = 0; t < layout.tensors().size(); t++) {
        if (isKeyedTensor(t)) {
          applyRows(t);
        }
      }
    }
    prepared = false;
    version++;
  }

  /** As each {@link Copy} does; what is not here yet will have been settled when it comes. */
  private void settleInTurn() {
    for (int t = 0; t < layout.tensors().size(); t++) {
      Tensor tensor = layout.tensors().get(t);
      int behind = tensor.keyed() ? tensor.rows() : 0;
      for (int row = Rule.firstInTurn(version, 0); row < behind; row += Rule.PERIOD) {
        if (present.get(layout.partition(t, row).id())) {
          rows(t).settle(now(t), row);
        }
      }
    }
  }

  private Rule.Step now(int tensor) {
    return optimizers.get(tensor).at(version, 1);
  }

  private float scale() {
    return 1f / sum.examples();
  }

  private void apply(Partition part) {
    Home home = home(part.id());
    apply(part.tensor(), home.arrays(), sum.numbers(), begin(part.id()), part.floats());
  }

  private void apply(int tensor, List<float[]> arrays, float[] sums, int from, int count) {
    rules
        .get(tensor)
        .at(version, 1)
        .apply(arrays.getFirst(), KeyedRows.slots(arrays), sums, from, count, scale());
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
        System.arraycopy(sum.numbers(), sum.rows(tensor) + i * width, sums, count * width, width);
        rows[count++] = row;
      }
    }
    KeyedRows gathered = rows(tensor).gathered(rows, count);
    apply(tensor, gathered.arrays(), sums, 0, count * width);
    rows(tensor).put(gathered, rows, count);
  }
}
