package dev.ductile.runtime.training;

import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.data.SplitFile;
import dev.ductile.runtime.data.SplitOrder;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.parameters.Rule;
import dev.ductile.runtime.parameters.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A job trained alone, without processes or network. In bsp, a distributed run with any members has
 * the same parameters after each step, except for rounding.
 */
public final class Reference {
  private static final int EVALUATED_AT_ONCE = 1_024;

  private final TrainingJob job;
  private final List<Examples> splits;
  private final Model model;
  private final List<Store> stores = new ArrayList<>();
  private final List<SplitOrder> orders = new ArrayList<>();
  private final Batch batch;
  private final Parameters parameters;
  private final Gradient gradient;
  private final long examples;
  private final long stepsOfEpoch;
  private final int pulled;
  private final OptionalInt progress;
  private long step;
  private double lossOfEpoch;
  private double lastEpochLoss = Double.POSITIVE_INFINITY;

  /** A job before its first step. */
  public Reference(TrainingJob job, List<Examples> splits) {
    this(job, Models.of(job), splits);
  }

  /** The same with another model. */
  public Reference(TrainingJob job, Model model, List<Examples> splits) {
    this.job = job;
    this.model = model;
    this.splits = List.copyOf(splits);
    List<Optimizer> optimizers = Optimizers.of(job.optimizer(), job.model(), model);
    for (int t = 0; t < optimizers.size(); t++) {
      stores.add(new Store(model, t, optimizers.get(t)));
    }
    boolean shuffle = job.data().shuffle() && !job.batch().isAll();
    for (int k = 0; k < splits.size(); k++) {
      orders.add(new SplitOrder(splits.get(k).count(), job.seed(), k, shuffle));
    }
    List<Tensor> tensors = model.tensors();
    batch = new Batch(tensors, job.batch().isAll());
    parameters = new Parameters(tensors);
    gradient = new Gradient(tensors);
    examples = splits.stream().mapToLong(Examples::count).sum();
    stepsOfEpoch = ExampleOrder.steps(examples, batchSize());
    pulled = Optimizers.pulled(job.optimizer());
    progress = Optimizers.progress(model);
  }

  /** A job with all of its splits in memory, which are written to a folder first. */
  public static Reference read(TrainingJob job, Path directory) throws IOException {
    return new Reference(job, splits(job, directory));
  }

  /** A job's splits, which are written to a folder first. */
  public static List<Examples> splits(TrainingJob job, Path directory) throws IOException {
    var files = new TreeMap<Integer, Path>();
    for (int k = 0; k < job.data().splits(); k++) {
      files.put(k, directory.resolve("split-" + k));
    }
    Sources.of(job).write(files);
    var splits = new ArrayList<Examples>();
    for (Path file : files.values()) {
      splits.add(SplitFile.read(file));
    }
    return splits;
  }

  private int batchSize() {
    return Rates.batch(job.batch(), job.size().workers());
  }

  /** Makes a step, and returns the mean loss of its examples; 0 if there were none. */
  public double advance() {
    long epoch = step / stepsOfEpoch;
    long place = step % stepsOfEpoch;
    if (!job.batch().isAll() || batch.count() < examples) {
      fill(epoch, place);
    }
    stores.forEach(Store::settleInTurn);
    parameters.fit(batch);
    stores.forEach(store -> store.pull(pulled, parameters));
    gradient.begin(batch);
    double loss = model.accumulate(batch, 0, batch.count(), parameters, gradient);
    if (batch.count() > 0) {
      List<Double> figures = figures();
      stores.forEach(store -> store.update(figures, 1.0f / batch.count()));
    }
    step++;
    lossOfEpoch += loss;
    if (place == stepsOfEpoch - 1) {
      lastEpochLoss = lossOfEpoch / examples;
      lossOfEpoch = 0;
    }
    return batch.count() == 0 ? 0 : loss / batch.count();
  }

  private void fill(long epoch, long place) {
    batch.clear();
    for (int k = 0; k < splits.size(); k++) {
      int count = splits.get(k).count();
      int from = ExampleOrder.begin(count, k, splits.size(), place, stepsOfEpoch);
      int to = ExampleOrder.begin(count, k, splits.size(), place + 1, stepsOfEpoch);
      batch.add(splits.get(k), orders.get(k).of(epoch), from, to);
    }
  }

  private List<Double> figures() {
    if (progress.isEmpty()) {
      return List.of();
    }
    int row = progress.getAsInt();
    double[] ofParameters = new double[NewtonFigures.OF_PARAMETERS];
    stores.forEach(store -> store.measure(ofParameters));
    return NewtonFigures.of(gradient.sums(row), ofParameters, parameters.tensor(row));
  }

  /** Makes steps until the job's stop rule holds. */
  public void run() {
    long most = job.stop().steps().orElse(Long.MAX_VALUE);
    long epochs = job.stop().epochs().orElse(Integer.MAX_VALUE);
    double enough = job.stop().loss().orElse(Double.NEGATIVE_INFINITY);
    while (step < most && step / stepsOfEpoch < epochs && !(lastEpochLoss <= enough)) {
      advance();
    }
  }

  /** The number of finished steps. */
  public long step() {
    return step;
  }

  /** The number of steps of an epoch. */
  public long stepsOfEpoch() {
    return stepsOfEpoch;
  }

  public Model model() {
    return model;
  }

  /** A copy of all values of a tensor as they are now, settled. */
  public float[] numbers(int tensor) {
    return stores.get(tensor).numbers();
  }

  /** The mean loss of all examples with the current values. */
  public double loss() {
    Model plain = Models.of(job.model(), job.data().features(), false, job.seed());
    var all = new Parameters(plain.tensors());
    for (int t = 0; t < plain.tensors().size(); t++) {
      System.arraycopy(numbers(t), 0, all.tensor(t), 0, numbers(t).length);
    }
    var unused = new Gradient(plain.tensors());
    var some = new Batch(plain.tensors());
    double sum = 0;
    for (Examples split : splits) {
      int[] order = ExampleOrder.of(split.count(), 0, 0, 0, false);
      for (int from = 0; from < split.count(); from += EVALUATED_AT_ONCE) {
        some.clear();
        some.add(split, order, from, Math.min(split.count(), from + EVALUATED_AT_ONCE));
        sum += plain.accumulate(some, 0, some.count(), all, unused);
      }
    }
    return sum / examples;
  }

  /** The objective that training minimises: the mean loss, and {@code l1 |w| + l2 w w / 2}. */
  public double objective() {
    double absolute = 0;
    double square = 0;
    for (int t = 0; t < stores.size(); t++) {
      if (model.isRegularized(t)) {
        for (float number : numbers(t)) {
          absolute += Math.abs(number);
          square += (double) number * number;
        }
      }
    }
    return loss() + job.model().l1() * absolute + job.model().l2() * square / 2;
  }

  /** All values of one tensor, and the optimiser's state of them. */
  private final class Store {
    private final int tensor;
    private final Tensor shape;
    private final Optimizer optimizer;
    private final float[] values;
    private final float[][] slots;
    private final float[][] slotsOfRows;
    private float[] valuesOfRows = {};
    private boolean gathered;

    Store(Model model, int tensor, Optimizer optimizer) {
      this.tensor = tensor;
      this.optimizer = optimizer;
      shape = model.tensors().get(tensor);
      values = new float[Math.toIntExact(shape.floats())];
      model.begin(tensor, 0, shape.rows(), values);
      slots = new float[optimizer.slots()][values.length];
      slotsOfRows = new float[optimizer.slots()][0];
    }

    /** Copies an array's values, of a keyed tensor those of the step's rows. */
    void pull(int array, Parameters into) {
      float[] to = into.tensor(tensor);
      if (!shape.keyed()) {
        System.arraycopy(array == 0 ? values : slots[array - 1], 0, to, 0, values.length);
        return;
      }
      gather();
      int count = batch.rowCount() * shape.width();
      if (array == 0) {
        now().read(valuesOfRows, slotsOfRows, 0, count, to, 0);
      } else {
        System.arraycopy(slotsOfRows[array - 1], 0, to, 0, count);
      }
    }

    void measure(double[] sums) {
      if (shape.keyed()) {
        optimizer.measure(slotsOfRows, 0, batch.rowCount() * shape.width(), sums);
      } else {
        optimizer.measure(slots, 0, values.length, sums);
      }
    }

    void update(List<Double> figures, float scale) {
      Optimizer rule = optimizer.in(figures, scale);
      float[] sums = gradient.sums(tensor);
      if (!shape.keyed()) {
        rule.at(step, 1).apply(values, slots, sums, 0, values.length, scale);
        return;
      }
      int count = batch.rowCount() * shape.width();
      rule.at(step, 1).apply(valuesOfRows, slotsOfRows, sums, 0, count, scale);
      if (!job.batch().isAll()) {
        scatter();
      }
    }

    /** Copies the rows of the step out of all rows; once, if each step has the same. */
    private void gather() {
      if (gathered) {
        return;
      }
      gathered = true;
      valuesOfRows = Gradient.atLeast(valuesOfRows, batch.rowCount(), shape.width());
      copy(values, valuesOfRows, true);
      for (int s = 0; s < slots.length; s++) {
        slotsOfRows[s] = Gradient.atLeast(slotsOfRows[s], batch.rowCount(), shape.width());
        copy(slots[s], slotsOfRows[s], true);
      }
    }

    /** Copies them back. */
    private void scatter() {
      gathered = false;
      copy(values, valuesOfRows, false);
      for (int s = 0; s < slots.length; s++) {
        copy(slots[s], slotsOfRows[s], false);
      }
    }

    float[] numbers() {
      if (gathered) {
        scatter();
      }
      float[] settled = new float[values.length];
      now().read(values, slots, 0, values.length, settled, 0);
      return settled;
    }

    private Rule.Step now() {
      return optimizer.at(step, 1);
    }

    /** Settles rows in turn, as replicas on servers do. */
    void settleInTurn() {
      if (!shape.keyed() || !now().owes()) {
        return;
      }
      if (gathered) {
        scatter();
      }
      for (int row = Rule.firstInTurn(step, 0); row < shape.rows(); row += Rule.PERIOD) {
        now().settle(values, slots, row * shape.width(), shape.width());
      }
    }

    /** Copies the batch's rows out of all rows, or back. */
    private void copy(float[] all, float[] rows, boolean out) {
      int width = shape.width();
      int[] numbers = batch.rows();
      for (int i = 0; i < batch.rowCount(); i++) {
        if (out) {
          System.arraycopy(all, numbers[i] * width, rows, i * width, width);
        } else {
          System.arraycopy(rows, i * width, all, numbers[i] * width, width);
        }
      }
    }
  }
}
