package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A weighted mixture of many curve shapes; the weight of a shape is how well it explains the losses
 * so far. Several futures usually agree with the losses so far. A single best fit hides this; the
 * ensemble shows how far these futures differ.
 *
 * <p>It uses logarithms, so that the unit of the loss does not matter. Losses with negative values
 * are shifted up first.
 */
public final class Ensemble implements FittedCurve {
  /** The fewest losses for a forecast. */
  public static final int FEWEST = 8;

  /** Three quadrature nodes of a normal distribution, and their weights. */
  private static final double[] NODES = {-StrictMath.sqrt(3), 0, StrictMath.sqrt(3)};

  private static final double[] NODE_WEIGHTS = {1 / 6.0, 2 / 3.0, 1 / 6.0};

  private static final double TAIL = 0.05;
  private static final double LEAST_CHANCE = 0.01;

  /** A shape fitted to this job: the logarithm of its present height, its error and its weight. */
  record WeightedShape(CurveShape shape, double level, double spread, double weight) {}

  /** A step at which a shape reaches a target. */
  private record Crossing(double step, double weight) {}

  private final List<WeightedShape> shapes;
  private final long lastStep;
  private final double lift;
  private final double lag;

  Ensemble(List<WeightedShape> shapes, LossHistory history, double lift) {
    this.shapes = List.copyOf(shapes);
    this.lastStep = history.lastStep();
    this.lift = lift;
    this.lag = history.lag();
  }

  /**
   * The ensemble for a history; empty if it has too few losses, or if the newest are not finite.
   */
  public static Optional<Ensemble> fit(LossHistory history) {
    return history.losses() < FEWEST || history.hasDiverged()
        ? Optional.empty()
        : Optional.of(new EnsembleFit(history).ensemble());
  }

  @Override
  public String form() {
    return "ensemble";
  }

  /** The parameters of the most probable shape, in units of steps and losses. */
  @Override
  public Map<String, Double> parameters() {
    WeightedShape first =
        shapes.stream().max(Comparator.comparingDouble(WeightedShape::weight)).orElseThrow();
    var parameters = new LinkedHashMap<String, Double>();
    parameters.put("power", first.shape().power());
    parameters.put("knee", first.shape().knee() * seen());
    parameters.put("sharpness", first.shape().sharpness());
    parameters.put("floor", first.shape().floor() * StrictMath.exp(first.level()) - lift);
    parameters.put("weight", first.weight());
    return parameters;
  }

  @Override
  public double loss(double step) {
    double sum = 0;
    for (WeightedShape weighted : shapes) {
      sum += weighted.weight() * logarithm(weighted, step);
    }
    return StrictMath.exp(sum) - lift;
  }

  /** The probability that the loss is at or below the target after this step. */
  public double chance(double target, double step) {
    if (target + lift <= 0) {
      return 0;
    }
    double wanted = StrictMath.log(target + lift);
    double chance = 0;
    for (WeightedShape weighted : shapes) {
      chance +=
          weighted.weight() * below((wanted - logarithm(weighted, step - lag)) / weighted.spread());
    }
    return Math.clamp(chance, 0, 1);
  }

  /** The forecast of the step at which the smoothed loss reaches the target, up to the limit. */
  Forecast forecast(double target, long limit) {
    List<Crossing> crossings = crossings(target, limit);
    double chance =
        Math.min(1, crossings.stream().mapToDouble(crossing -> crossing.weight()).sum());
    if (chance < LEAST_CHANCE) {
      return new Forecast.Unlikely(limit, chance);
    }
    return new Forecast.Expected(
        remaining(crossings, TAIL),
        remaining(crossings, 0.5),
        remaining(crossings, 1 - TAIL),
        chance);
  }

  private List<Crossing> crossings(double target, long limit) {
    var crossings = new ArrayList<Crossing>();
    if (target + lift <= 0) {
      return crossings;
    }
    double wanted = StrictMath.log(target + lift);
    for (WeightedShape weighted : shapes) {
      for (int node = 0; node < NODES.length; node++) {
        double level = weighted.level() + NODES[node] * weighted.spread();
        double time = weighted.shape().time(StrictMath.exp(wanted - level));
        double step = Math.max(time * seen() + lag, lastStep + 1.0);
        if (step <= limit) {
          crossings.add(new Crossing(step, weighted.weight() * NODE_WEIGHTS[node]));
        }
      }
    }
    crossings.sort(Comparator.comparingDouble(Crossing::step));
    return crossings;
  }

  private long remaining(List<Crossing> crossings, double share) {
    double wanted = share * crossings.stream().mapToDouble(Crossing::weight).sum();
    double sum = 0;
    for (Crossing crossing : crossings) {
      sum += crossing.weight();
      if (sum >= wanted) {
        return (long) StrictMath.ceil(crossing.step()) - lastStep;
      }
    }
    return (long) StrictMath.ceil(crossings.getLast().step()) - lastStep;
  }

  private double logarithm(WeightedShape weighted, double step) {
    return weighted.level() + StrictMath.log(weighted.shape().height(Math.max(0, step) / seen()));
  }

  private double seen() {
    return lastStep + 1.0;
  }

  /** The normal distribution function, by a logistic curve that is within 0.01 of it. */
  private static double below(double deviations) {
    return 1 / (1 + StrictMath.exp(-1.702 * deviations));
  }
}
