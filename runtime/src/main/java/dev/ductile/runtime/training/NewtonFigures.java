package dev.ductile.runtime.training;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The figures by which a step of the truncated Newton method is decided, in this order: sums over
 * examples, which workers compute; sums over parameters, computed by their holders; and the {@link
 * NewtonProgress} before the step.
 */
public final class NewtonFigures {
  /** The sum of the losses. */
  static final int LOSS = 0;

  /** The direction times the Hessian of the loss times the direction. */
  static final int CURVATURE = 1;

  /** The sum of the second derivatives. */
  static final int WEIGHT = 2;

  /** The number of sums over examples. */
  public static final int OF_EXAMPLES = 3;

  /** The residual times the preconditioned residual. */
  static final int RESIDUAL = 3;

  /** The squared length of the vector that workers pull, if it is regularised. */
  static final int SQUARE = 4;

  /** The number of sums over parameters. */
  public static final int OF_PARAMETERS = 2;

  private static final int PROGRESS = OF_EXAMPLES + OF_PARAMETERS;

  /** The number of figures. */
  public static final int COUNT = PROGRESS + NewtonProgress.WIDTH;

  private NewtonFigures() {}

  /**
   * All figures of a step.
   *
   * @param ofExamples may be longer than {@link #OF_EXAMPLES}
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
    for (int i = 0; i < NewtonProgress.WIDTH; i++) {
      figures.add((double) progress[i]);
    }
    return List.copyOf(figures);
  }

  /**
   * The figures of a step, from those of several workers: sums over examples are added up, and all
   * others are the same for each.
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

  static NewtonProgress progress(List<Double> figures) {
    float[] row = new float[NewtonProgress.WIDTH];
    for (int i = 0; i < row.length; i++) {
      row[i] = figures.get(PROGRESS + i).floatValue();
    }
    return NewtonProgress.read(row, 0);
  }
}
