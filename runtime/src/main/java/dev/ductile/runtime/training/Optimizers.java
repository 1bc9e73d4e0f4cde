package dev.ductile.runtime.training;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.parameters.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Makes the optimisers. */
public final class Optimizers {
  private Optimizers() {}

  /** One for each tensor of a model; only those of regularised tensors regularise. */
  public static List<Optimizer> of(OptimizerSpec spec, ModelSpec modelSpec, Model model) {
    if (spec.kind() == OptimizerSpec.Kind.NEWTON) {
      return newton(modelSpec, model);
    }
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

  private static List<Optimizer> newton(ModelSpec modelSpec, Model model) {
    double objective = modelSpec.l2();
    var all = new ArrayList<Optimizer>();
    for (int t = 0; t < model.tensors().size(); t++) {
      double l2 = model.isRegularized(t) ? objective : 0;
      boolean progress = model.tensors().get(t).name().equals(NewtonModel.PROGRESS);
      all.add(new Newton(l2, objective, stretch(modelSpec.kind()), progress, Optional.empty()));
    }
    return all;
  }

  /** The curvature of the logistic loss falls on the way to the minimum. */
  private static float stretch(ModelSpec.Kind kind) {
    return kind == ModelSpec.Kind.LOGISTIC ? 1.5f : 1;
  }

  /**
   * The array of a partition that workers pull: 0 is the parameters, others are the optimiser's.
   */
  public static int pulled(OptimizerSpec spec) {
    return spec.kind() == OptimizerSpec.Kind.NEWTON ? Newton.PULLED_ARRAY : 0;
  }

  /** The number of figures that a step needs, if its workers have any examples. */
  public static int figures(OptimizerSpec spec) {
    return spec.kind() == OptimizerSpec.Kind.NEWTON ? NewtonFigures.COUNT : 0;
  }

  /** The tensor of the scalars that decide a step; empty if a rule needs none. */
  public static OptionalInt progress(Model model) {
    return IntStream.range(0, model.tensors().size())
        .filter(t -> model.tensors().get(t).name().equals(NewtonModel.PROGRESS))
        .findFirst();
  }

  /** The names of the optimiser's arrays, in their order; some tensors lack the last. */
  public static List<String> slots(OptimizerSpec spec) {
    return switch (spec.kind()) {
      case SGD -> List.of("drawn");
      case MOMENTUM -> List.of("momentum", "drawn");
      case ADAGRAD -> List.of("adagrad", "drawn");
      case ADAM -> List.of("adam_m", "adam_v", "drawn");
      case NEWTON -> Newton.SLOTS;
    };
  }

  /** The step of a rule that moves each parameter by itself. */
  private static GradientStep descent(OptimizerSpec spec) {
    return switch (spec.kind()) {
      case SGD -> new Sgd();
      case MOMENTUM -> new Momentum((float) spec.momentum());
      case ADAGRAD -> new Adagrad((float) spec.epsilon());
      case ADAM -> new Adam(spec.beta1(), spec.beta2(), (float) spec.epsilon());
      case NEWTON -> throw new IllegalArgumentException("newton moves all parameters together");
    };
  }
}
