package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A loss as many shapes see it, each with a weight by how well it explains what was seen. A single
 * best fit is sure of a future that the losses so far do not tell apart from many others; the
 * ensemble says how far they lead from each other.
 *
 * <p>All is done on logarithms, so that a loss in other units has the same future. A loss that is
 * negative somewhere is lifted first.
 */
public final class Ensemble implements FittedCurve {
  /** With fewer losses nothing is said. */
  public static final int FEWEST = 8;

  /** Three points that stand for a normal distribution, and their weights. */
  private static final double[] NODES = {-StrictMath.sqrt(3), 0, StrictMath.sqrt(3)};

  private static final double[] NODE_WEIGHTS = {1 / 6.0, 2 / 3.0, 1 / 6.0};

  private static final double TAIL = 0.05;
  private static final double HARDLY = 0.01;

  /** A shape with what makes it this job's: its height at present, and how far it is off. */
  record Voice(Shape shape, double level, double spread, double weight) {}

  /** A step at which a voice reaches a target. */
  private record Crossing(double step, double weight) {}

  private final List<Voice> voices;
  private final long lastStep;
  private final double lift;
  private final double lag;

  Ensemble(List<Voice> voices, LossHistory history, double lift) {
    this.voices = List.copyOf(voices);
    this.lastStep = history.lastStep();
    this.lift = lift;
    this.lag = history.lag();
  }

  /** What the losses so far say; empty where there are too few, or the newest are no numbers. */
  public static Optional<Ensemble> fit(LossHistory history) {
    return history.losses() < FEWEST || history.isBroken()
        ? Optional.empty()
        : Optional.of(new EnsembleFit(history).ensemble());
  }

  @Override
  public String form() {
    return "ensemble";
  }

  /** The likeliest shape, in steps and in losses. */
  @Override
  public Map<String, Double> parameters() {
    Voice first = voices.stream().max(Comparator.comparingDouble(Voice::weight)).orElseThrow();
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
    for (Voice voice : voices) {
      sum += voice.weight() * logarithm(voice, step);
    }
    return StrictMath.exp(sum) - lift;
  }

  /** How probable it is that the loss is at or below the target after so many steps. */
  public double chance(double target, double step) {
    if (target + lift <= 0) {
      return 0;
    }
    double wanted = StrictMath.log(target + lift);
    double chance = 0;
    for (Voice voice : voices) {
      chance += voice.weight() * below((wanted - logarithm(voice, step - lag)) / voice.spread());
    }
    return Math.clamp(chance, 0, 1);
  }

  /** When the smoothed loss will be at or below the target, by the limit. */
  Forecast forecast(double target, long limit) {
    List<Crossing> crossings = crossings(target, limit);
    double chance =
        Math.min(1, crossings.stream().mapToDouble(crossing -> crossing.weight()).sum());
    if (chance < HARDLY) {
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
    for (Voice voice : voices) {
      for (int node = 0; node < NODES.length; node++) {
        double level = voice.level() + NODES[node] * voice.spread();
        double time = voice.shape().time(StrictMath.exp(wanted - level));
        double step = Math.max(time * seen() + lag, lastStep + 1.0);
        if (step <= limit) {
          crossings.add(new Crossing(step, voice.weight() * NODE_WEIGHTS[node]));
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

  private double logarithm(Voice voice, double step) {
    return voice.level() + StrictMath.log(voice.shape().height(Math.max(0, step) / seen()));
  }

  private double seen() {
    return lastStep + 1.0;
  }

  /** The logistic curve that is within 0.01 of the normal distribution. */
  private static double below(double deviations) {
    return 1 / (1 + StrictMath.exp(-1.702 * deviations));
  }
}
