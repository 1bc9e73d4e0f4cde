package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.List;

/**
 * All shapes of an ensemble, with their heights in equal windows of the time so far. They do not
 * depend on a job, so a fit computes no powers and searches nothing.
 */
final class CurveShapes {
  /** The number of windows of the time so far. */
  static final int WINDOWS = 40;

  private static final double[] POWERS = {0.25, 0.5, 1, 1.5, 2, 3, 5};
  private static final double[] KNEES = {0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5, 4};
  private static final double[] SHARPNESS = {1, 2, 4};
  private static final double[] FLOORS = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

  private static final List<CurveShape> ALL = all();
  private static final double[][] LOGARITHMS = logarithms();
  private static final double[] PRIORS = ALL.stream().mapToDouble(CurveShapes::prior).toArray();

  private CurveShapes() {}

  static int count() {
    return ALL.size();
  }

  static CurveShape get(int shape) {
    return ALL.get(shape);
  }

  /** The logarithm of a shape's height in the middle of a window. */
  static double logarithm(int shape, int window) {
    return LOGARITHMS[shape][window];
  }

  /** The logarithm of the prior probability of a shape, up to a constant. */
  static double prior(int shape) {
    return PRIORS[shape];
  }

  private static List<CurveShape> all() {
    var shapes = new ArrayList<CurveShape>();
    for (double floor : FLOORS) {
      for (double power : POWERS) {
        for (double knee : KNEES) {
          for (double sharpness : SHARPNESS) {
            shapes.add(new CurveShape(power, knee, sharpness, floor));
          }
        }
      }
    }
    return List.copyOf(shapes);
  }

  /**
   * A Beta(1/2, 1/2) prior of the floor, finite at its ends: most floors are far below or just
   * below the loss.
   */
  private static double prior(CurveShape shape) {
    return -0.5 * StrictMath.log((shape.floor() + 0.05) * (1.03 - shape.floor()));
  }

  private static double[][] logarithms() {
    var logarithms = new double[ALL.size()][WINDOWS];
    for (int shape = 0; shape < logarithms.length; shape++) {
      for (int window = 0; window < WINDOWS; window++) {
        double middle = (window + 0.5) / WINDOWS;
        logarithms[shape][window] = StrictMath.log(ALL.get(shape).height(middle));
      }
    }
    return logarithms;
  }
}
