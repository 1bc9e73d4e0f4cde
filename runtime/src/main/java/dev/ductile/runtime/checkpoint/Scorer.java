package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.data.ExampleReader;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.HeldOut;
import dev.ductile.runtime.data.MalformedDataException;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.training.Predictor;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Predicts examples with a saved model, some at a time, and computes its score. */
public final class Scorer {
  private static final int LEAST_AT_ONCE = 1024;
  private static final int MOST_AT_ONCE = 65_536;

  private final SavedModel model;
  private final Predictor predictor;
  private final Parameters parameters;
  private final Gradient unused;
  private final Batch batch;
  private final RocCurve ranking = new RocCurve();
  private final List<String> names;
  private long examples;
  private long hits;
  private double losses;
  private double squares;

  /** Takes each prediction. */
  @FunctionalInterface
  public interface Predictions {
    /**
     * Takes the prediction of one example.
     *
     * @param label as written in the data
     * @param values columns after the label: probabilities of the classes, or a decision value
     */
    void take(String label, double... values) throws IOException;
  }

  public Scorer(SavedModel model) {
    this.model = model;
    predictor = Models.predictor(model.spec(), model.features());
    parameters = new Parameters(predictor.tensors());
    for (int i = 0; i < model.tables().size(); i++) {
      float[] numbers = model.tables().get(i).numbers();
      System.arraycopy(numbers, 0, parameters.tensor(i), 0, numbers.length);
    }
    unused = new Gradient(predictor.tensors());
    batch = new Batch(predictor.tensors());
    names = model.classNames();
  }

  /**
   * Predicts all examples of a stream; a scorer does this once.
   *
   * @param name of the stream, for messages
   */
  public ModelScore score(InputStream in, String name, Format format, Predictions predictions)
      throws IOException {
    return score(
        new ExampleReader(in, name, format, model.features(), model.dialect()), name, predictions);
  }

  /** The same, only for examples that were held out when the model was trained. */
  public ModelScore scoreHeldOut(
      InputStream in, String name, Format format, HeldOut heldOut, Predictions predictions)
      throws IOException {
    var reader = new ExampleReader(in, name, format, model.features(), model.dialect());
    return score(reader.only(heldOut), name, predictions);
  }

  private ModelScore score(ExampleReader examplesOfStream, String name, Predictions predictions)
      throws IOException {
    // each call sums a gradient that is not used here and is as long as the model
    int most = Math.clamp(model.features() / 64, LEAST_AT_ONCE, MOST_AT_ONCE);
    boolean labelled;
    try (ExampleReader reader = examplesOfStream) {
      for (Examples some = reader.next(most); some.count() > 0; some = reader.next(most)) {
        take(some, reader.hasLabels(), predictions);
      }
      labelled = reader.hasLabels();
    }
    if (examples == 0) {
      throw new MalformedDataException(name + " has no examples");
    }
    return score(labelled);
  }

  /** Predicts examples in memory that have labels; a scorer does this once. */
  public ModelScore score(List<Examples> pieces) throws IOException {
    for (Examples some : pieces) {
      take(some, true, (_, _) -> {});
    }
    return score(true);
  }

  private ModelScore score(boolean labelled) {
    boolean regression = names.isEmpty();
    return new ModelScore(
        examples,
        given(labelled, losses / examples),
        given(labelled && !regression, (double) hits / examples),
        labelled && names.size() == 2 ? ranking.area() : OptionalDouble.empty(),
        given(labelled && regression, Math.sqrt(squares / examples)));
  }

  private static OptionalDouble given(boolean known, double value) {
    return known ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private void take(Examples some, boolean labelled, Predictions predictions) throws IOException {
    batch.clear();
    batch.add(some, IntStream.range(0, some.count()).toArray(), 0, some.count());
    int outputs = predictor.outputs();
    float[] scores = new float[some.count() * outputs];
    predictor.scores(batch, 0, some.count(), parameters, scores);
    if (labelled) {
      unused.begin(batch);
      losses += predictor.accumulate(batch, 0, some.count(), parameters, unused);
    }
    for (int i = 0; i < some.count(); i++) {
      predict(scores, i * outputs, outputs, some.labels()[i], predictions);
    }
    examples += some.count();
  }

  private void predict(float[] scores, int from, int outputs, float label, Predictions predictions)
      throws IOException {
    if (names.isEmpty()) {
      squares += Math.pow((double) scores[from] - label, 2);
      predictions.take(Float.toString(scores[from]));
      return;
    }
    int predicted = outputs == 1 ? (scores[from] > 0 ? 1 : 0) : largest(scores, from, outputs);
    int actual = names.size() == 2 ? (label > 0 ? 1 : 0) : (int) label;
    hits += predicted == actual ? 1 : 0;
    if (names.size() == 2) {
      ranking.add(outputs == 1 ? scores[from] : scores[from + 1] - scores[from], actual == 1);
    }
    predictions.take(names.get(predicted), values(scores, from, outputs));
  }

  private static int largest(float[] scores, int from, int outputs) {
    int largest = 0;
    for (int i = 1; i < outputs; i++) {
      largest = scores[from + i] > scores[from + largest] ? i : largest;
    }
    return largest;
  }

  /** Probabilities in the order of the classes if the model has them; otherwise its score. */
  private double[] values(float[] scores, int from, int outputs) {
    if (outputs == 1) {
      double positive = 1 / (1 + Math.exp(-scores[from]));
      return model.spec().kind() == ModelSpec.Kind.LOGISTIC
          ? new double[] {1 - positive, positive}
          : new double[] {scores[from]};
    }
    double most = scores[from + largest(scores, from, outputs)];
    double[] values =
        IntStream.range(0, outputs).mapToDouble(i -> Math.exp(scores[from + i] - most)).toArray();
    double sum = IntStream.range(0, outputs).mapToDouble(i -> values[i]).sum();
    return IntStream.range(0, outputs).mapToDouble(i -> values[i] / sum).toArray();
  }
}
