package dev.ductile.runtime.data;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.TrainingJob;

/** The sources of examples. */
public final class Sources {
  private Sources() {}

  /** Where a job's examples come from. */
  public static SplitSource of(TrainingJob job) {
    Labels labels = labels(job.model());
    DataSpec data = job.data();
    return switch (data.source()) {
      case DataSpec.Source.Generated(String shape, long examples) ->
          new GeneratedSource(
              Generators.of(shape, data.features(), labels, job.seed()),
              job.seed(),
              examples,
              data.splits());
      case DataSpec.Source.Stored stored ->
          throw new UnsupportedOperationException("cannot read yet: " + stored);
    };
  }

  /** What labels the examples of a model have. */
  static Labels labels(ModelSpec model) {
    return switch (model.kind()) {
      case LOGISTIC, SVM -> Labels.TWO_CLASSES;
      case LINEAR, LASSO, RIDGE, HUBER -> Labels.NUMBERS;
      case SOFTMAX, MLP -> new Labels(model.classes());
    };
  }
}
