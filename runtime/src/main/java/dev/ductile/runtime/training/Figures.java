package dev.ductile.runtime.training;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The figures by which a step of the truncated Newton method is decided, in this order: sums over
 * examples, which workers compute; sums over parameters, which those compute that hold them; and
 * the {@link Progress} before the step.
 */
public final class Figures {
  /** The sum of the losses. */
  static final int LOSS = 0;

  /** The direction times the Hessian of the loss times the direction. */
  static final int CURVATURE = 1;

  /** The sum of the second derivatives. */
  static final int WEIGHT = 2;

  /** How many are sums over examples. */
  public static final int OF_EXAMPLES = 3;

  /** The residual times the preconditioned residual. */
  static final int RESIDUAL = 3;

  /** The squared length of what workers pull, where it is regularised. */
  static final int SQUARE = 4;

  /** How many are sums over parameters. */
  public static final int OF_PARAMETERS = 2;

  private static final int PROGRESS = OF_EXAMPLES + OF_PARAMETERS;

  /** How many there are. */
  public static final int COUNT = PROGRESS + Progress.WIDTH;

  private Figures() {}

  /**
   * All figures of a step.
   *
   * @param ofExamples may be longer than what is meant
   * @param progress the row of the progress, as it was pulled
   */
  public static List<Double> of(float[] ofExamples, double[] ofParameters, float[] progress) {
    var figures = new ArrayList<Double>();
    for (int i = 0; i < OF_EXAMPLES; i++) {
      figures.add((double) ofExamples[i]);
    }
    for (int i = 0; i < OF_PARAMETERS; i++) {
      figures.add(ofParameters[i]);
    }
    for (int i = 0; i < Progress.WIDTH; i++) {
      figures.add((double) progress[i]);
    }
    return List.copyOf(figures);
  }

  /**
   * The figures of a step of which several workers have told theirs: sums over examples are added
   * up, and all else is the same at each.
   */
  public static List<Double> sum(Collection<List<Double>> told) {
    if (told.isEmpty()) {
      return List.of();
    }
    var sum = new ArrayList<>(told.iterator().next());
    for (int i = 0; i < OF_EXAMPLES; i++) {
      int place = i;
      sum.set(i, told.stream().mapToDouble(one -> one.get(place)).sum());
    }
    return List.copyOf(sum);
  }

  static Progress progress(List<Double> figures) {
    float[] row = new float[Progress.WIDTH];
    for (int i = 0; i < row.length; i++) {
      row[i] = figures.get(PROGRESS + i).floatValue();
    }
    return Progress.read(row, 0);
  }
}
