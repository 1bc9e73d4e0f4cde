package dev.ductile.runtime.training;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.parameters.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Makes the eight models. */
public final class Models {
  private Models() {}

  /**
   * The model of a job, the same in all of its processes. If the data are sparse and the rows of
   * features would fill more than one partition, these rows are keyed.
   */
  public static Model of(TrainingJob job) {
    boolean keyed =
        job.data().source().isSparse()
            && (long) job.data().features() * firstWidth(job.model()) > Tensor.PARTITION_FLOATS;
    return of(job, keyed);
  }

  /**
   * The model of a job.
   *
   * @param keyed whether workers pull single rows of features
   */
  public static Model of(TrainingJob job, boolean keyed) {
    Model model = of(job.model(), job.data().features(), keyed, job.seed());
    return job.optimizer().kind() == OptimizerSpec.Kind.NEWTON ? newton(model) : model;
  }

  private static Model newton(Model model) {
    if (model instanceof Smooth smooth) {
      return new NewtonModel(smooth);
    }
    throw new IllegalArgumentException("optimizer newton does not train this model");
  }

  /**
   * A model with this number of features.
   *
   * @param keyed whether workers pull single rows of features
   * @param seed of the initial parameters of a perceptron
   */
  public static Model of(ModelSpec spec, int features, boolean keyed, long seed) {
    return made(spec, features, keyed, seed);
  }

  /** A model whose parameters are read from a file, all rows in memory. */
  public static Predictor predictor(ModelSpec spec, int features) {
    return made(spec, features, false, 0);
  }

  private static Predictor made(ModelSpec spec, int features, boolean keyed, long seed) {
    return switch (spec.kind()) {
      case LOGISTIC -> new ScalarModel(new Loss.Logistic(), features, keyed, spec.bias());
      case SVM -> new ScalarModel(new Loss.SquaredHinge(), features, keyed, spec.bias());
      case LINEAR, LASSO, RIDGE -> new ScalarModel(new Loss.Square(), features, keyed, spec.bias());
      case HUBER -> new ScalarModel(new Loss.Huber(spec.huber()), features, keyed, spec.bias());
      case SOFTMAX, MLP ->
          new MultilayerPerceptron(sizes(spec, features), keyed, spec.bias(), seed);
    };
  }

  private static List<Integer> sizes(ModelSpec spec, int features) {
    var sizes = new ArrayList<Integer>();
    sizes.add(features);
    if (spec.kind() == ModelSpec.Kind.MLP) {
      sizes.addAll(spec.hidden());
    }
    sizes.add(spec.classes());
    return sizes;
  }

  private static int firstWidth(ModelSpec spec) {
    return switch (spec.kind()) {
      case LOGISTIC, SVM, LINEAR, LASSO, RIDGE, HUBER -> 1;
      case SOFTMAX -> spec.classes();
      case MLP -> spec.hidden().isEmpty() ? spec.classes() : spec.hidden().getFirst();
    };
  }
}
