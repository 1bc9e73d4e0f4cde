package dev.ductile.runtime.learn;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.state.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The optimisers. */
public final class Optimizers {
  private Optimizers() {}

  /** One for each tensor of a model; only those of what is regularised draw numbers to zero. */
  public static List<Optimizer> of(OptimizerSpec spec, ModelSpec modelSpec, Model model) {
    var all = new ArrayList<Optimizer>();
    for (int t = 0; t < model.tensors().size(); t++) {
      Tensor tensor = model.tensors().get(t);
      boolean regularized = model.isRegularized(t);
      double l1 = regularized ? modelSpec.l1() : 0;
      double l2 = regularized ? modelSpec.l2() : 0;
      var rate = new Rate(spec.learningRate(), spec.decay());
      all.add(new Proximal(descent(spec), rate, (float) l1, (float) l2, tensor.keyed()));
    }
    return all;
  }

  /** How the arrays that optimisers remember are called, in their order; not all have the last. */
  public static List<String> slots(OptimizerSpec spec) {
    return switch (spec.kind()) {
      case SGD -> List.of("drawn");
      case MOMENTUM -> List.of("momentum", "drawn");
      case ADAGRAD -> List.of("adagrad", "drawn");
      case ADAM -> List.of("adam_m", "adam_v", "drawn");
    };
  }

  private static Descent descent(OptimizerSpec spec) {
    return switch (spec.kind()) {
      case SGD -> new Sgd();
      case MOMENTUM -> new Momentum((float) spec.momentum());
      case ADAGRAD -> new Adagrad((float) spec.epsilon());
      case ADAM -> new Adam(spec.beta1(), spec.beta2(), (float) spec.epsilon());
    };
  }
}
