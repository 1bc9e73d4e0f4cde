package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.parameters.KeyedRows;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.ReducedSum;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.replication.PartitionStore;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.replication.ReplicationContext;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.NewtonFigures;
import dev.ductile.runtime.training.Optimizers;
import dev.ductile.runtime.training.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A worker's replicas of all partitions, and the sum of the next step. All workers apply the same
 * sums, so their replicas are the same to the last bit.
 */
final class ModelReplica {
  private final Replication replication;
  private final ReplicationContext context;
  private final PartitionStore store;
  private final PartitionLayout layout;
  private final OptionalInt progress;
  private final ReducedRow sum;

  ModelReplica(Replication replication, Model model) {
    this.replication = replication;
    context = replication.context();
    store = context.store();
    layout = store.layout();
    progress = Optimizers.progress(model);
    sum = new ReducedRow(layout.tensors());
  }

  PartitionLayout layout() {
    return layout;
  }

  ReducedRow sum() {
    return sum;
  }

  /** Whether all partitions are here, equal to those of every other worker. */
  boolean isWhole() {
    return IntStream.range(0, layout.partitions().size())
        .allMatch(id -> replication.isGood(id) && store.version(id).isPresent());
  }

  /** The number of applied steps. */
  long version() {
    return store.version(0).orElse(0);
  }

  /** Whether the sum of step {@link #version} is complete. */
  boolean isPrepared() {
    return store.find(0).filter(Replica::isPrepared).isPresent();
  }

  /** The number of rows of each keyed tensor. */
  int keyedRows() {
    return layout.tensors().stream()
        .filter(Tensor::keyed)
        .mapToInt(Tensor::rows)
        .findFirst()
        .orElse(0);
  }

  // ---- steps

  /** Copies the parameters that a batch needs, with all committed sums applied. */
  void give(Parameters parameters, Batch batch) {
    give(store.pulled(), parameters, batch);
  }

  /** Copies the parameters at the last accepted point. */
  void giveAccepted(Parameters parameters, Batch batch) {
    give(0, parameters, batch);
  }

  private void give(int array, Parameters parameters, Batch batch) {
    for (int t = 0; t < layout.tensors().size(); t++) {
      int width = layout.tensors().get(t).width();
      float[] to = parameters.tensor(t);
      int place = 0;
      for (Partition partition : layout.partitions(t)) {
        Replica copy = context.led(partition.id());
        if (layout.tensors().get(t).keyed()) {
          var rows = KeyedRows.of(batch.rows(), place, batch.rowCount(), partition);
          copy.read(array, rows, store.rule(partition), context.rateFactor(), to, place * width);
          place = rows.end();
        } else {
          int at = partition.firstRow() * width;
          System.arraycopy(copy.array(array), 0, to, at, partition.floats());
        }
      }
    }
  }

  /** The sum is complete: each replica is prepared with its part of it. */
  void prepare() {
    var whole =
        new dev.ductile.runtime.parameters.BatchSummary(
            sum.examples(), context.rateFactor(), List.of(), figures());
    List<ReducedSum> parts = sum.parts(layout);
    for (int id = 0; id < parts.size(); id++) {
      Replica copy = context.led(id);
      copy.reduce(parts.get(id));
      copy.prepare(whole);
    }
  }

  /** The sums over examples by which the step is decided, as exact as the gradient. */
  private List<Double> figures() {
    if (progress.isEmpty()) {
      return List.of();
    }
    double[] ofParameters = new double[NewtonFigures.OF_PARAMETERS];
    layout.partitions().forEach(each -> store.measure(context.led(each.id()), ofParameters));
    int tensor = progress.getAsInt();
    int at = sum.begin(tensor);
    float[] ofExamples = Arrays.copyOfRange(sum.numbers(), at, at + NewtonFigures.OF_EXAMPLES);
    float[] row = context.led(layout.partition(tensor, 0).id()).values();
    return NewtonFigures.of(ofExamples, ofParameters, row).stream()
        .map(figure -> (double) figure.floatValue())
        .toList();
  }

  /** Sends the sum of the step and its figures to newcomers. */
  void send() {
    if (replication.outgoing().isEmpty()) {
      return;
    }
    long step = version();
    layout
        .partitions()
        .forEach(each -> replication.outgoing().update(context.led(each.id()), step));
    Replica any = context.led(0);
    any.prepared().ifPresent(whole -> replication.outgoing().seal(-1, step, whole));
  }

  /** Drops the sum. */
  void discard() {
    store.all().forEach(Replica::discard);
  }

  /** Applies the sum. */
  void commit() {
    for (Partition partition : layout.partitions()) {
      Replica copy = context.led(partition.id());
      store.commit(copy);
      store.apply(copy);
    }
  }
}
