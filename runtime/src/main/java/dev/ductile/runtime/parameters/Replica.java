package dev.ductile.runtime.parameters;

import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.transport.Floats;
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
public final class Replica {
  private final Partition partition;
  private final boolean keyed;
  private final float[][] arrays;
  private final float[][] slots;
  private final PushedSum sum;
  private final Marks marks = new Marks();
  private Optional<ReducedSum> reduced = Optional.empty();
  private Optional<BatchSummary> batch = Optional.empty();
  private long version;
  private long idle;

  /** How numbers begin; as {@code Model.begin}. */
  @FunctionalInterface
  public interface Beginning {
    void begin(int tensor, int firstRow, int rows, float[] into);
  }

  /**
   * A copy whose numbers are all zero.
   *
   * @param keyed whether only rows that were pushed change in a step
   * @param slots how many numbers the optimiser remembers for each
   */
  public Replica(Partition partition, boolean keyed, int slots, long version) {
    this.partition = partition;
    this.keyed = keyed;
    this.version = version;
    arrays = new float[1 + slots][partition.floats()];
    this.slots = Arrays.copyOfRange(arrays, 1, arrays.length);
    sum = new PushedSum(partition);
  }

  public Partition partition() {
    return partition;
  }

  /** How many steps it has behind it; where each worker goes at its own pace, how many pushes. */
  public long version() {
    return version;
  }

  /** How many of these had no examples, so that nothing is owed for them. */
  public long idle() {
    return idle;
  }

  /** It goes on where another copy was. */
  public void goOnFrom(long itsVersion, long itsIdle) {
    if (itsIdle < 0 || itsIdle > itsVersion) {
      throw new IllegalArgumentException(
          "partition %d cannot have %d steps without examples of %d"
              .formatted(partition.id(), itsIdle, itsVersion));
    }
    version = itsVersion;
    idle = itsIdle;
  }

  private Rule.Step step(Rule rule, float rateFactor) {
    return rule.at(version - idle, rateFactor);
  }

  /** Refuses a copy that was not saved at this step, as all are where they make steps together. */
  public void requireVersion(long step) throws DamagedFileException {
    if (version != step) {
      throw new DamagedFileException(
          "partition %d was saved at step %d, not %d".formatted(partition.id(), version, step));
    }
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
  public ReplicaSnapshot freeze() {
    return new ReplicaSnapshot(
        partition, version, idle, Arrays.stream(arrays).map(float[]::clone).toList(), marks());
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

  /** Whether what is read of it differs from its values, until they are settled. */
  public boolean owes(Rule rule) {
    return keyed && step(rule, 1).owes();
  }

  /**
   * Puts rows of the settled values, in the order of the keys, or all rows where there are none.
   * Nothing is changed here, for followers do not hear what is read.
   */
  public void read(Keys keys, Rule rule, float rateFactor, FloatBuffer out) {
    Rule.Step step = step(rule, rateFactor);
    int width = partition.width();
    boolean all = keys.count() == 0;
    float[] rows = new float[all ? partition.floats() : keys.count() * width];
    if (all) {
      step.read(arrays[0], slots, 0, rows.length, rows, 0);
    }
    for (int k = 0; k < keys.count(); k++) {
      step.read(arrays[0], slots, keys.row(k) * width, width, rows, k * width);
    }
    out.put(rows);
  }

  /** Copies rows of an array; of the values with the proximal steps that they owe. */
  public void read(int number, KeyedRows rows, Rule rule, float rateFactor, float[] to, int at) {
    Rule.Step step = step(rule, rateFactor);
    if (number > 0 || !step.owes()) {
      rows.gather(arrays[number], to, at);
      return;
    }
    int width = partition.width();
    for (int i = 0; i < rows.count(); i++) {
      step.read(arrays[0], slots, rows.row(i) * width, width, to, at + i * width);
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

  /** The sum is the result of an all-reduce, whatever was pushed. */
  public void reduce(ReducedSum result) {
    reduced = Optional.of(result);
  }

  /** The result of an all-reduce, where that is the sum. */
  public Optional<ReducedSum> reduced() {
    return reduced;
  }

  /** How many have given to the sum. */
  public int givers() {
    return sum.givers();
  }

  /** Whether the sum speaks of all rows. */
  public boolean isWhole() {
    return reduced.isPresent() ? reduced.get().rows().isEmpty() : sum.isWhole();
  }

  public boolean isUntouched() {
    return reduced.isPresent() ? reduced.get().count() == 0 : sum.isEmpty();
  }

  /** The rows of which the sum speaks, where it is not whole. */
  public BitSet touched() {
    return sum.rows();
  }

  public float[] sums() {
    return sum.numbers();
  }

  /** The sum is complete. */
  public void prepare(BatchSummary whole) {
    batch = Optional.of(whole);
  }

  public boolean isPrepared() {
    return batch.isPresent();
  }

  /** What the whole sum is made of, where there is one. */
  public Optional<BatchSummary> prepared() {
    return batch;
  }

  /** Forgets the sum. */
  public void discard() {
    sum.clear();
    reduced = Optional.empty();
    batch = Optional.empty();
  }

  /** Applies the sum, and is one version further. */
  public void commit(Rule rule) {
    BatchSummary whole =
        batch.orElseThrow(() ->
            new IllegalStateException(
                "partition %d has no whole sum of step %d".formatted(partition.id(), version)));
    Rule.Step step = step(rule, whole.rateFactor());
    settleInTurn(step);
    if (whole.examples() > 0) {
      apply(step, whole);
    }
    whole.marks().forEach(mark -> marks.set(mark.split(), mark.clock()));
    discard();
    version++;
  }

  /** Is one version further by a step in which no worker had examples. */
  public void idles() {
    discard();
    version++;
    idle++;
  }

  /**
   * Is one version further by a push in which nothing was for this partition; one that is known
   * already changes nothing.
   */
  public void pass(BatchSummary.Mark mark, Rule rule, float rateFactor) {
    if (marks.of(mark.split()) < mark.clock()) {
      settleInTurn(step(rule, rateFactor));
      marks.set(mark.split(), mark.clock());
      version++;
    }
  }

  /** Rows that nobody touches must not owe more steps than a rule can count. */
  private void settleInTurn(Rule.Step step) {
    if (keyed) {
      int width = partition.width();
      int row = Rule.firstInTurn(version - idle, partition.firstRow());
      for (; row < partition.rows(); row += Rule.PERIOD) {
        step.settle(arrays[0], slots, row * width, width);
      }
    }
  }

  private void apply(Rule.Step step, BatchSummary whole) {
    if (reduced.isPresent()) {
      apply(step, whole, reduced.get());
      return;
    }
    if (!keyed) {
      sum.becomeWhole();
    }
    if (sum.isWhole()) {
      apply(step, whole, 0, partition.rows());
      return;
    }
    BitSet rows = sum.rows();
    for (int from = rows.nextSetBit(0); from >= 0; ) {
      int to = rows.nextClearBit(from);
      apply(step, whole, from, to);
      from = rows.nextSetBit(to);
    }
  }

  private void apply(Rule.Step step, BatchSummary whole, int fromRow, int toRow) {
    int width = partition.width();
    step.apply(
        arrays[0], slots, sum.numbers(), fromRow * width, (toRow - fromRow) * width, whole.scale());
  }

  private void apply(Rule.Step step, BatchSummary whole, ReducedSum result) {
    float[] sums = result.numbers();
    if (result.rows().isEmpty()) {
      step.apply(arrays[0], slots, sums, 0, result.count(), whole.scale());
      return;
    }
    KeyedRows rows = result.rows().get();
    float[][] gathered = new float[arrays.length][rows.floats()];
    for (int number = 0; number < arrays.length; number++) {
      rows.gather(arrays[number], gathered[number], 0);
    }
    float[][] slotsOfRows = Arrays.copyOfRange(gathered, 1, arrays.length);
    step.apply(gathered[0], slotsOfRows, sums, 0, rows.floats(), whole.scale());
    for (int number = 0; number < arrays.length; number++) {
      rows.scatter(gathered[number], arrays[number]);
    }
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
        .mapToLong(BatchSummary.Mark::clock)
        .reduce(mark(split), Math::max);
  }

  /** All that a split has pushed up to there is taken. */
  public void mark(BatchSummary.Mark mark) {
    marks.set(mark.split(), mark.clock());
  }

  public List<BatchSummary.Mark> marks() {
    return marks.all();
  }
}
