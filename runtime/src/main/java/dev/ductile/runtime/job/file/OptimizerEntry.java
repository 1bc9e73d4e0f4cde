package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.OptimizerSpec.Kind;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.PlainValue;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * An optimizer.
 *
 * @param kind the update rule; if it is absent, adam for an mlp and adagrad for other models
 * @param learningRate the learning rate; if it is absent, 0.1 for sgd and adagrad, 0.01 for
 *     momentum, 0.001 for adam; newton has none
 * @param momentum the share of the last step that momentum keeps; 0.9 if it is absent
 * @param beta1 the share that adam keeps of the mean of gradients; 0.9 if it is absent
 * @param beta2 the share that adam keeps of the mean of squares; 0.999 if it is absent
 * @param epsilon the summand that keeps adagrad and adam from dividing by zero; 1e-8 if it is
 *     absent
 * @param decay the rate at step t is learningRate / (1 + decay t); 0 if it is absent
 */
record OptimizerEntry(
    Optional<Kind> kind,
    Optional<@NumberBounds(above = 0) Double> learningRate,
    Optional<@NumberBounds(least = 0, below = 1) Double> momentum,
    Optional<@NumberBounds(least = 0, below = 1) Double> beta1,
    Optional<@NumberBounds(least = 0, below = 1) Double> beta2,
    Optional<@NumberBounds(least = 0) Double> epsilon,
    Optional<@NumberBounds(least = 0) Double> decay) {

  /** An optimizer with the usual settings. */
  static OptimizerEntry of(Kind kind) {
    return new OptimizerEntry(
        Optional.of(kind),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The kind that suits a model. */
  static Kind usual(ModelSpec.Kind model) {
    return model == ModelSpec.Kind.MLP ? Kind.ADAM : Kind.ADAGRAD;
  }

  OptimizerSpec spec(ModelSpec.Kind model) {
    Kind rule = kind.orElse(usual(model));
    refuseForeign(rule);
    OptimizerSpec usual = OptimizerSpec.of(rule, rate(rule));
    return new OptimizerSpec(
        rule,
        learningRate.orElse(usual.learningRate()),
        momentum.orElse(usual.momentum()),
        beta1.orElse(usual.beta1()),
        beta2.orElse(usual.beta2()),
        epsilon.orElse(usual.epsilon()),
        decay.orElse(usual.decay()));
  }

  private void refuseForeign(Kind rule) {
    Set<Kind> rated = EnumSet.complementOf(EnumSet.of(Kind.NEWTON));
    refuse("learningRate", learningRate, rated, rule);
    refuse("decay", decay, rated, rule);
    refuse("momentum", momentum, Set.of(Kind.MOMENTUM), rule);
    refuse("beta1", beta1, Set.of(Kind.ADAM), rule);
    refuse("beta2", beta2, Set.of(Kind.ADAM), rule);
    refuse("epsilon", epsilon, Set.of(Kind.ADAGRAD, Kind.ADAM), rule);
  }

  private static double rate(Kind kind) {
    return switch (kind) {
      case SGD -> 0.1;
      case MOMENTUM -> 0.01;
      case ADAGRAD -> 0.1;
      case ADAM -> 0.001;
      case NEWTON -> 1;
    };
  }

  private static void refuse(String key, Optional<Double> value, Set<Kind> users, Kind kind) {
    if (value.isPresent() && !users.contains(kind)) {
      throw new IllegalArgumentException(
          "%s is no setting of %s".formatted(key, PlainValue.word(kind)));
    }
  }
}
