package dev.ductile.runtime.data;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.TrainingJob;

/** The sources of examples. */
public final class Sources {
  private Sources() {}

  /** Where a job's examples come from; nothing is opened before it is asked for splits. */
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
      case DataSpec.Source.Stored(String where, DataSpec.Format format) ->
          files -> {
            Storage storage = Storage.find(where);
            Head head = Head.of(storage, format, data.features(), labels);
            return new StoredFile(storage, head, data.features(), data.splits()).write(files);
          };
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
