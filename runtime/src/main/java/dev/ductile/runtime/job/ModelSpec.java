package dev.ductile.runtime.job;

import java.util.List;

/**
 * A model and its regularisation.
 *
 * @param classes the number of classes, for softmax and mlp
 * @param hidden the sizes of hidden layers, for mlp
 * @param l1 weight of the absolute values (lasso), per example
 * @param l2 twice the weight of the squares (ridge), per example: it is {@code l2 w w / 2}
 * @param huber the residual at which the robust loss turns from square to linear
 * @param bias whether there is a constant term
 */
public record ModelSpec(
    Kind kind,
    int classes,
    List<Integer> hidden,
    double l1,
    double l2,
    double huber,
    boolean bias) {
  public ModelSpec {
    hidden = List.copyOf(hidden);
    if (kind.hasClasses() && classes < 2) {
      throw new IllegalArgumentException("classes must be at least 2, not " + classes);
    }
    if (hidden.stream().anyMatch(size -> size < 1)) {
      throw new IllegalArgumentException("hidden must be sizes of at least 1, not " + hidden);
    }
    requireNotNegative("l1", l1);
    requireNotNegative("l2", l2);
    if (kind == Kind.HUBER && !(huber > 0)) {
      throw new IllegalArgumentException("huber must be above 0, not " + huber);
    }
  }

  private static void requireNotNegative(String name, double weight) {
    if (!(weight >= 0 && Double.isFinite(weight))) {
      throw new IllegalArgumentException(name + " must be at least 0, not " + weight);
    }
  }

  /** The eight models of Wang et al., "Elastic Parameter Server", Section 6. */
  public enum Kind {
    LOGISTIC,
    SVM,
    LINEAR,
    LASSO,
    RIDGE,
    HUBER,
    SOFTMAX,
    MLP;

    /** Whether a label is the number of a class. */
    public boolean hasClasses() {
      return this == SOFTMAX || this == MLP;
    }

    /** Whether the loss of an example is a convex, smooth function of one score. */
    public boolean isSmooth() {
      return switch (this) {
        case LOGISTIC, SVM, LINEAR, RIDGE, HUBER -> true;
        case LASSO, SOFTMAX, MLP -> false;
      };
    }
  }
}
