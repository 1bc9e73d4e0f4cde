package dev.ductile.runtime.job;

import java.util.List;

/**
 * Which model, and how it is kept small.
 *
 * @param classes how many there are, for softmax and mlp
 * @param hidden the sizes of hidden layers, for mlp
 * @param l1 weight of the absolute values (lasso), per example
 * @param l2 half the weight of the squares (ridge), per example
 * @param huber where the robust loss turns from square to straight
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
  }

  /** The eight of Wang et al., "Elastic Parameter Server", Section 6. */
  public enum Kind {
    LOGISTIC,
    SVM,
    LINEAR,
    LASSO,
    RIDGE,
    HUBER,
    SOFTMAX,
    MLP
  }
}
