package dev.ductile.runtime.replication;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Keys;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.Rule;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Optimizer;
import dev.ductile.runtime.training.Optimizers;
import dev.ductile.runtime.transport.Payload;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * The replicas of partitions that a task has, and the means to make and to change them.
 *
 * <p>A committed sum is applied later: when the replica is next used, when a pull of it is written
 * to a socket, or while the task has nothing else to do. Only this class and a waiting payload have
 * replicas whose committed sum is not applied yet; a replica that this class returns is up to date.
 */
public final class PartitionStore {
  private static final BatchSummary NOTHING = new BatchSummary(0, 1, List.of());

  private final TrainingJob job;
  private final Model model;
  private final List<Optimizer> optimizers;
  private final PartitionLayout layout;
  private final SortedMap<Integer, Replica> copies = new TreeMap<>();
  private final Set<Replica> unapplied = new LinkedHashSet<>();
  private Consumer<Replica> beforeChange = _ -> {};

  public PartitionStore(TrainingJob job, Model model) {
    this.job = job;
    this.model = model;
    optimizers = Optimizers.of(job.optimizer(), job.model(), model);
    layout = new PartitionLayout(model.tensors());
  }

  public TrainingJob job() {
    return job;
  }

  public PartitionLayout layout() {
    return layout;
  }

  /** The names of the optimiser's arrays in checkpoints. */
  public List<String> slots() {
    return Optimizers.slots(job.optimizer());
  }

  /** The watcher is called with each replica before its values or its marks change. */
  void watchedBy(Consumer<Replica> watcher) {
    beforeChange = watcher;
  }

  /** A replica's sum is committed, and is applied later. */
  public void commit(Replica copy) {
    if (!copy.isPrepared()) {
      throw new IllegalStateException(
          "partition %d has no whole sum of step %d to commit"
              .formatted(copy.partition().id(), copy.version()));
    }
    beforeChange.accept(copy);
    unapplied.add(copy);
  }

  /** Applies a replica's committed sum, if it has one. */
  public void apply(Replica copy) {
    if (unapplied.remove(copy)) {
      applyNow(copy);
    }
  }

  /** Applies one committed sum; returns whether there are more. */
  public boolean slice() {
    unapplied.stream().findFirst().ifPresent(this::apply);
    return !unapplied.isEmpty();
  }

  /**
   * With cursors, the number of steps without examples depends on the workers that joined and left,
   * so a rule does not count them.
   */
  private void applyNow(Replica copy) {
    if (!job.readsBySteps() && copy.prepared().filter(whole -> whole.examples() == 0).isPresent()) {
      copy.idles();
      return;
    }
    Optimizer rule = optimizers.get(copy.partition().tensor());
    BatchSummary batch = copy.prepared().filter(whole -> whole.examples() > 0).orElse(NOTHING);
    copy.commit(batch.figures().isEmpty() ? rule : rule.in(batch.figures(), batch.scale()));
  }

  /** Adds a replica's part of the sums that the next step's figures need. */
  public void measure(Replica copy, double[] sums) {
    optimizers
        .get(copy.partition().tensor())
        .measure(copy.slots(), 0, copy.partition().floats(), sums);
  }

  /** The number of figures in a push with examples. */
  public int figures() {
    return Optimizers.figures(job.optimizer());
  }

  /** The array that workers pull. */
  public int pulled() {
    return Optimizers.pulled(job.optimizer());
  }

  /** A push is complete; a replica without values in it counts it all the same. */
  public void pass(Replica copy, BatchSummary.Mark mark, float rateFactor) {
    beforeChange.accept(copy);
    copy.pass(mark, rule(copy.partition()), rateFactor);
  }

  /**
   * Rows of a replica for a worker, as they are when they are written; all rows if there are no
   * keys.
   */
  public Payload pulled(int partition, int array, Keys keys, float rateFactor) {
    Replica copy = Optional.ofNullable(copies.get(partition)).orElseThrow();
    return new PulledValues(this, copy, array, keys, rateFactor);
  }

  /** The rule that updates the parameters of a partition. */
  public Rule rule(Partition partition) {
    return optimizers.get(partition.tensor());
  }

  public Collection<Replica> all() {
    copies.values().forEach(this::apply);
    return copies.values();
  }

  public Optional<Replica> find(int partition) {
    Optional<Replica> found = Optional.ofNullable(copies.get(partition));
    found.ifPresent(this::apply);
    return found;
  }

  /** The version of a replica with its committed sum, which this method does not apply. */
  public OptionalLong version(int partition) {
    Replica copy = copies.get(partition);
    return copy == null
        ? OptionalLong.empty()
        : OptionalLong.of(copy.version() + (unapplied.contains(copy) ? 1 : 0));
  }

  public void put(Replica copy) {
    drop(copy.partition().id());
    copies.put(copy.partition().id(), copy);
  }

  void drop(int partition) {
    Optional.ofNullable(copies.remove(partition)).ifPresent(unapplied::remove);
  }

  public void keepOnly(IntPredicate wanted) {
    List<Integer> others =
        copies.keySet().stream().filter(partition -> !wanted.test(partition)).toList();
    others.forEach(this::drop);
  }

  /** A new replica of zeros, which is not in this store yet. */
  Replica blank(int partition, long version) {
    if (partition < 0 || partition >= layout.partitions().size()) {
      throw new IllegalArgumentException(
          "there is no partition %d of %d".formatted(partition, layout.partitions().size()));
    }
    Partition place = layout.partitions().get(partition);
    boolean keyed = layout.tensors().get(place.tensor()).keyed();
    return new Replica(place, keyed, optimizers.get(place.tensor()).slots(), version);
  }

  /** A new replica with the model's initial values. */
  Replica fresh(int partition, long version) {
    Replica copy = blank(partition, version);
    copy.begin(model::begin);
    return copy;
  }
}
