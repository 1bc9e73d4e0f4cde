package dev.ductile.runtime.learn;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The optimisers: each makes a step along the mean gradient and then a proximal step for {@code l1
 * |w| + l2 w w / 2}, at the same rate and number by number (as Duchi et al., JMLR 2011, Section
 * 1.2), so all of them have the same resting points.
 */
public final class Optimizers {
  private Optimizers() {}

  /** One for each tensor of a model. */
  public static List<Optimizer> of(OptimizerSpec spec, ModelSpec modelSpec, Model model) {
    var all = new ArrayList<Optimizer>();
    for (int t = 0; t < model.tensors().size(); t++) {
      boolean regularized = model.isRegularized(t);
      all.add(of(spec, regularized ? modelSpec.l1() : 0, regularized ? modelSpec.l2() : 0));
    }
    return all;
  }

  private static Optimizer of(OptimizerSpec spec, double l1, double l2) {
    var rate = new Rate(spec.learningRate(), spec.decay());
    var prox = new Proximal((float) l1, (float) l2);
    return switch (spec.kind()) {
      case SGD -> new Sgd(rate, prox);
      case MOMENTUM -> new Momentum(rate, prox, (float) spec.momentum());
      case ADAGRAD -> new Adagrad(rate, prox, (float) spec.epsilon());
      case ADAM -> new Adam(rate, prox, spec.beta1(), spec.beta2(), (float) spec.epsilon());
    };
  }
}
