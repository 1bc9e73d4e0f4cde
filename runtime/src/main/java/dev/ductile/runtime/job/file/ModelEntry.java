package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.PlainValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A model.
 *
 * @param kind the kind of the model
 * @param classes the number of classes, for softmax and mlp
 * @param hidden the sizes of the hidden layers of an mlp; one of 64 if it is absent
 * @param l1 weight of the absolute values (lasso), per example; 1e-4 if it is absent from lasso,
 *     else 0
 * @param l2 twice the weight of the squares (ridge), per example; 1e-4 if it is absent from ridge,
 *     else 0
 * @param huber the residual at which the loss of huber turns from square to linear; 1.345 if it is
 *     absent
 * @param bias whether there is a constant term; true if it is absent
 */
record ModelEntry(
    Kind kind,
    Optional<@NumberBounds(least = 2) Integer> classes,
    Optional<List<@NumberBounds(least = 1) Integer>> hidden,
    Optional<@NumberBounds(least = 0) Double> l1,
    Optional<@NumberBounds(least = 0) Double> l2,
    Optional<@NumberBounds(above = 0) Double> huber,
    Optional<Boolean> bias) {
  private static final double WEIGHT = 1e-4;
  private static final double HUBER = 1.345;
  private static final List<Integer> HIDDEN = List.of(64);

  ModelEntry {
    refuse("classes", classes, Set.of(Kind.SOFTMAX, Kind.MLP), kind);
    refuse("hidden", hidden, Set.of(Kind.MLP), kind);
    refuse("huber", huber, Set.of(Kind.HUBER), kind);
  }

  /** A model with the usual settings. */
  static ModelEntry of(Kind kind) {
    return new ModelEntry(
        kind,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The model as the job's processes know it.
   *
   * @param known the number of classes of the data; 0 if it is not known
   */
  ModelSpec spec(int known) {
    return new ModelSpec(
        kind,
        kind.hasClasses() ? classes(known) : 0,
        kind == Kind.MLP ? hidden.orElse(HIDDEN) : List.of(),
        l1.orElse(kind == Kind.LASSO ? WEIGHT : 0),
        l2.orElse(kind == Kind.RIDGE ? WEIGHT : 0),
        huber.orElse(HUBER),
        bias.orElse(true));
  }

  private int classes(int known) {
    if (classes.isEmpty() && known == 0) {
      throw new IllegalArgumentException(
          "the number of classes is not known from the data: say {kind: %s, classes: 10}"
              .formatted(PlainValue.word(kind)));
    }
    return classes.orElse(known);
  }

  private static void refuse(String key, Optional<?> value, Set<Kind> users, Kind kind) {
    if (value.isPresent() && !users.contains(kind)) {
      throw new IllegalArgumentException(
          "%s is no setting of %s".formatted(key, PlainValue.word(kind)));
    }
  }
}
