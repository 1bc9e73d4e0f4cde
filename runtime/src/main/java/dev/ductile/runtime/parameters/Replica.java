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
 * One process's replica of a partition: its values, the optimiser's state, and the sum of the next
 * step. Replicas that take the same sums stay the same to the last bit, whether they are primaries
 * or followers.
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

  /** The initial values, as {@code Model.begin}. */
  @FunctionalInterface
  public interface Beginning {
    void begin(int tensor, int firstRow, int rows, float[] into);
  }

  /**
   * A replica whose values are all zero.
   *
   * @param keyed whether only pushed rows change in a step
   * @param slots the number of the optimiser's state values for each parameter
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

  /** The number of applied steps; if each worker goes at its own pace, the number of pushes. */
  public long version() {
    return version;
  }

  /** The number of these steps without examples, for which nothing is owed. */
  public long idle() {
    return idle;
  }

  /** Takes over the counters of another replica. */
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

  /** Refuses a replica that was not saved at this step; in lockstep all replicas are. */
  public void requireVersion(long step) throws DamagedFileException {
    if (version != step) {
      throw new DamagedFileException(
          "partition %d was saved at step %d, not %d".formatted(partition.id(), version, step));
    }
  }

  public float[] values() {
    return arrays[0];
  }

  /** The number of arrays: the values, and then the optimiser's. */
  public int arrays() {
    return arrays.length;
  }

  public float[] array(int number) {
    return arrays[number];
  }

  public void begin(Beginning beginning) {
    beginning.begin(partition.tensor(), partition.firstRow(), partition.rows(), arrays[0]);
  }

  /** Its arrays as they are now. */
  public ReplicaSnapshot freeze() {
    return new ReplicaSnapshot(
        partition, version, idle, Arrays.stream(arrays).map(float[]::clone).toList(), marks());
  }

  /** Fills an array with floats as they are in memory. */
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

  /** The optimiser's state. */
  public float[][] slots() {
    return slots;
  }

  /** Copies rows of an array, in the order of the keys. */
  public void gather(int number, Keys keys, FloatBuffer out) {
    int width = partition.width();
    for (int k = 0; k < keys.count(); k++) {
      out.put(arrays[number], keys.row(k) * width, width);
    }
  }

  /**
   * Whether reading it gives other results than its stored values, because rows owe proximal steps.
   */
  public boolean owes(Rule rule) {
    return keyed && step(rule, 1).owes();
  }

  /**
   * Copies rows with the proximal steps that they owe, in the order of the keys, or all rows if
   * there are no keys. Nothing is changed here, because followers do not know about reads.
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

  /** Adds a push for all rows; one that the same sender repeats changes nothing. */
  public void add(int giver, ByteBuffer payload) {
    if (batch.isEmpty() && !sum.has(giver)) {
      sum.addAll(giver, payload);
    }
  }

  /** Adds a push for some rows: first the keys, then the rows. */
  public void add(int giver, int keys, ByteBuffer payload) {
    if (batch.isEmpty() && !sum.has(giver)) {
      sum.addSome(giver, keys, payload);
    }
  }

  /** The sum is the result of an all-reduce, whatever was pushed. */
  public void reduce(ReducedSum result) {
    reduced = Optional.of(result);
  }

  /** The result of an all-reduce, if that is the sum. */
  public Optional<ReducedSum> reduced() {
    return reduced;
  }

  /** The number of senders in the sum. */
  public int givers() {
    return sum.givers();
  }

  /** Whether the sum has all rows. */
  public boolean isWhole() {
    return reduced.isPresent() ? reduced.get().rows().isEmpty() : sum.isWhole();
  }

  public boolean isUntouched() {
    return reduced.isPresent() ? reduced.get().count() == 0 : sum.isEmpty();
  }

  /** The rows of the sum, if it does not have all. */
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

  /** The summary of the complete sum, if there is one. */
  public Optional<BatchSummary> prepared() {
    return batch;
  }

  /** Drops the sum. */
  public void discard() {
    sum.clear();
    reduced = Optional.empty();
    batch = Optional.empty();
  }

  /** Applies the sum and advances the version. */
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

  /** Advances the version by a step in which no worker had examples. */
  public void idles() {
    discard();
    version++;
    idle++;
  }

  /**
   * Advances the version by a push without values for this partition; a push that is known already
   * changes nothing.
   */
  public void pass(BatchSummary.Mark mark, Rule rule, float rateFactor) {
    if (marks.of(mark.split()) < mark.clock()) {
      settleInTurn(step(rule, rateFactor));
      marks.set(mark.split(), mark.clock());
      version++;
    }
  }

  /** Rows that no push touches must not owe more steps than a rule can count. */
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

  // ---- its memory of pushes

  /** The position in a split up to which pushes have been taken. */
  public long mark(int split) {
    return marks.of(split);
  }

  /** That position once the complete sum, if there is one, is applied. */
  public long next(int split) {
    return batch.stream()
        .flatMap(whole -> whole.marks().stream())
        .filter(mark -> mark.split() == split)
        .mapToLong(BatchSummary.Mark::clock)
        .reduce(mark(split), Math::max);
  }

  /** All pushes of a split up to that position are taken. */
  public void mark(BatchSummary.Mark mark) {
    marks.set(mark.split(), mark.clock());
  }

  public List<BatchSummary.Mark> marks() {
    return marks.all();
  }
}
