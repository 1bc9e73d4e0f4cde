package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.List;

/**
 * Every {@link Shape} that is tried, with its heights in equal windows of the time so far. They do
 * not depend on a job, so that a fit needs no power and no search.
 */
final class Shapes {
  /** Into how many windows the time so far is divided. */
  static final int WINDOWS = 40;

  private static final double[] POWERS = {0.25, 0.5, 1, 1.5, 2, 3, 5};
  private static final double[] KNEES = {0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5, 4};
  private static final double[] SHARPNESS = {1, 2, 4};
  private static final double[] FLOORS = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

  private static final List<Shape> ALL = all();
  private static final double[][] LOGARITHMS = logarithms();
  private static final double[] PRIORS = ALL.stream().mapToDouble(Shapes::prior).toArray();

  private Shapes() {}

  static int count() {
    return ALL.size();
  }

  static Shape get(int shape) {
    return ALL.get(shape);
  }

  /** The logarithm of a shape's height in the middle of a window. */
  static double logarithm(int shape, int window) {
    return LOGARITHMS[shape][window];
  }

  /** The logarithm of how likely a shape is before any loss is seen. */
  static double prior(int shape) {
    return PRIORS[shape];
  }

  private static List<Shape> all() {
    var shapes = new ArrayList<Shape>();
    for (double floor : FLOORS) {
      for (double power : POWERS) {
        for (double knee : KNEES) {
          for (double sharpness : SHARPNESS) {
            shapes.add(new Shape(power, knee, sharpness, floor));
          }
        }
      }
    }
    return List.copyOf(shapes);
  }

  /** Floors are mostly far below, or just below: Beta(1/2, 1/2), kept finite at its ends. */
  private static double prior(Shape shape) {
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
