package dev.ductile.runtime.training;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Small examples and models that chance makes up. */
final class Samples {
  static final int FEATURES = 12;
  static final int CLASSES = 3;

  private Samples() {}

  static ModelSpec spec(Kind kind) {
    return new ModelSpec(kind, CLASSES, List.of(5, 4), 0, 0, 0.7, true);
  }

  static Examples examples(Kind kind, boolean dense, int count, SplittableRandom random) {
    float[] labels = new float[count];
    int[] starts = new int[count + 1];
    int[] features = new int[count * FEATURES];
    float[] values = new float[count * FEATURES];
    int numbers = 0;
    for (int i = 0; i < count; i++) {
      labels[i] = label(kind, random);
      for (int feature = 0; feature < FEATURES; feature++) {
        if (dense || random.nextInt(3) == 0) {
          features[numbers] = feature;
          values[numbers++] = 2 * random.nextFloat() - 1;
        }
      }
      starts[i + 1] = numbers;
    }
    float[] own = Arrays.copyOf(values, numbers);
    return dense
        ? Examples.dense(labels, FEATURES, own)
        : new Examples(labels, starts, Arrays.copyOf(features, numbers), own);
  }

  private static float label(Kind kind, SplittableRandom random) {
    return switch (kind) {
      case LOGISTIC, SVM -> random.nextBoolean() ? 1 : -1;
      case LINEAR, LASSO, RIDGE, HUBER -> 4 * random.nextFloat() - 2;
      case SOFTMAX, MLP -> random.nextInt(CLASSES);
    };
  }

  /** Parameters of a model without keyed tensors, each between -1 and 1. */
  static Parameters parameters(Model model, SplittableRandom random) {
    var parameters = new Parameters(model.tensors());
    for (int t = 0; t < model.tensors().size(); t++) {
      float[] numbers = parameters.tensor(t);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = 2 * random.nextFloat() - 1;
      }
    }
    return parameters;
  }

  static Batch batch(Model model, Examples examples) {
    var batch = new Batch(model.tensors());
    int[] order = new int[examples.count()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    batch.add(examples, order, 0, order.length);
    return batch;
  }
}
