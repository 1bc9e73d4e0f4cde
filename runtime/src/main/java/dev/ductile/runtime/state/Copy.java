package dev.ductile.runtime.state;

import dev.ductile.runtime.wire.Floats;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * One process's copy of a partition: its numbers, what the optimiser remembers of them, and the sum
 * of the step that comes next. Copies that are given the same sums stay the same to the last bit,
 * whether they are primaries or followers.
 */
public final class Copy {
  private final Partition partition;
  private final boolean keyed;
  private final float[][] arrays;
  private final float[][] slots;
  private final Sum sum;
  private final Marks marks = new Marks();
  private Optional<Batch> batch = Optional.empty();
  private long version;

  /** How numbers begin; as {@code Model.begin}. */
  @FunctionalInterface
  public interface Beginning {
    void begin(int tensor, int firstRow, int rows, float[] into);
  }

  /** How sums change numbers; as {@code Optimizer.apply}. */
  @FunctionalInterface
  public interface Rule {
    void apply(
        float[] values,
        float[][] slots,
        float[] sums,
        int from,
        int count,
        float scale,
        long step,
        float rateFactor);
  }

  /**
   * A copy whose numbers are all zero.
   *
   * @param keyed whether only rows that were pushed change in a step
   * @param slots how many numbers the optimiser remembers for each
   */
  public Copy(Partition partition, boolean keyed, int slots, long version) {
    this.partition = partition;
    this.keyed = keyed;
    this.version = version;
    arrays = new float[1 + slots][partition.floats()];
    this.slots = Arrays.copyOfRange(arrays, 1, arrays.length);
    sum = new Sum(partition);
  }

  public Partition partition() {
    return partition;
  }

  /** How many steps it has behind it. */
  public long version() {
    return version;
  }

  public float[] values() {
    return arrays[0];
  }

  /** How many arrays it has: the values, and then the optimiser's. */
  public int arrays() {
    return arrays.length;
  }

  public float[] array(int number) {
    return arrays[number];
  }

  public void begin(Beginning beginning) {
    beginning.begin(partition.tensor(), partition.firstRow(), partition.rows(), arrays[0]);
  }

  /** Its numbers as they are now. */
  public Frozen freeze() {
    return new Frozen(partition, Arrays.stream(arrays).map(float[]::clone).toList(), marks());
  }

  /** Fills an array with numbers as they lie in memory. */
  public void fill(int number, ByteBuffer payload) {
    if (number < 0
        || number >= arrays.length
        || payload.remaining() != partition.floats() * Float.BYTES) {
      throw new IllegalArgumentException(
          "%d bytes are not array %d of partition %d"
              .formatted(payload.remaining(), number, partition.id()));
    }
    Floats.of(payload).get(arrays[number]);
  }

  /** What the optimiser remembers. */
  public float[][] slots() {
    return slots;
  }

  /** Puts rows of an array, in the order of the keys. */
  public void gather(int number, Keys keys, FloatBuffer out) {
    int width = partition.width();
    for (int k = 0; k < keys.count(); k++) {
      out.put(arrays[number], keys.row(k) * width, width);
    }
  }

  // ---- the sum of the step that comes next

  /** Adds a push for all rows; one that the same giver repeats changes nothing. */
  public void add(int giver, ByteBuffer payload) {
    if (batch.isEmpty() && !sum.has(giver)) {
      sum.addAll(giver, payload);
    }
  }

  /** Adds a push for some rows: as many keys, then as many rows. */
  public void add(int giver, int keys, ByteBuffer payload) {
    if (batch.isEmpty() && !sum.has(giver)) {
      sum.addSome(giver, keys, payload);
    }
  }

  /** How many have given to the sum. */
  public int givers() {
    return sum.givers();
  }

  /** Whether the sum speaks of all rows. */
  public boolean isWhole() {
    return sum.isWhole();
  }

  public boolean isUntouched() {
    return sum.isEmpty();
  }

  /** The rows of which the sum speaks, where it is not whole. */
  public BitSet touched() {
    return sum.rows();
  }

  public float[] sums() {
    return sum.numbers();
  }

  /** The sum is complete. */
  public void prepare(Batch whole) {
    batch = Optional.of(whole);
  }

  public boolean isPrepared() {
    return batch.isPresent();
  }

  /** What the whole sum is made of, where there is one. */
  public Optional<Batch> prepared() {
    return batch;
  }

  /** Forgets the sum. */
  public void discard() {
    sum.clear();
    batch = Optional.empty();
  }

  /** Applies the sum, and is one version further. */
  public void commit(Rule rule) {
    Batch whole =
        batch.orElseThrow(() ->
            new IllegalStateException(
                "partition %d has no whole sum of step %d".formatted(partition.id(), version)));
    if (whole.examples() > 0) {
      apply(rule, whole);
    }
    whole.marks().forEach(mark -> marks.set(mark.split(), mark.clock()));
    discard();
    version++;
  }

  private void apply(Rule rule, Batch whole) {
    if (!keyed) {
      sum.becomeWhole();
    }
    if (sum.isWhole()) {
      apply(rule, whole, 0, partition.rows());
      return;
    }
    BitSet rows = sum.rows();
    for (int from = rows.nextSetBit(0); from >= 0; ) {
      int to = rows.nextClearBit(from);
      apply(rule, whole, from, to);
      from = rows.nextSetBit(to);
    }
  }

  private void apply(Rule rule, Batch whole, int fromRow, int toRow) {
    int width = partition.width();
    rule.apply(
        arrays[0],
        slots,
        sum.numbers(),
        fromRow * width,
        (toRow - fromRow) * width,
        whole.scale(),
        version,
        whole.rateFactor());
  }

  // ---- what it remembers of pushes

  /** How far a split's pushes have been taken. */
  public long mark(int split) {
    return marks.of(split);
  }

  /** How far they will have been taken once the whole sum, if there is one, is applied. */
  public long next(int split) {
    return batch.stream()
        .flatMap(whole -> whole.marks().stream())
        .filter(mark -> mark.split() == split)
        .mapToLong(Batch.Mark::clock)
        .reduce(mark(split), Math::max);
  }

  /** All that a split has pushed up to there is taken. */
  public void mark(Batch.Mark mark) {
    marks.set(mark.split(), mark.clock());
  }

  public List<Batch.Mark> marks() {
    return marks.all();
  }
}
