package dev.ductile.simulator;

import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** All runs of an experiment, in the order of loads, seeds and policies, with what bounds them. */
public record Results(Scenario scenario, List<Run> runs, List<Bound> bounds) {

  /** One policy at one load: a figure over all seeds. */
  public Interval interval(String policy, double load, ToDoubleFunction<Figures> figure) {
    return Interval.of(values(policy, load, figure));
  }

  /** By how much a figure of one policy is above that of another, seed by seed. */
  public Interval difference(
      String policy, String other, double load, ToDoubleFunction<Figures> figure) {
    double[] mine = values(policy, load, figure);
    double[] theirs = values(other, load, figure);
    var differences = new double[Math.min(mine.length, theirs.length)];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = mine[i] - theirs[i];
    }
    return Interval.of(differences);
  }

  public List<String> policies() {
    return scenario.policies().stream().map(Choice::name).distinct().toList();
  }

  public List<Long> seeds() {
    return runs.stream().map(Run::seed).distinct().toList();
  }

  /** The widest relative interval of mean completion; infinite while there is one seed only. */
  double worstPrecision() {
    double worst = 0;
    for (double load : scenario.loads()) {
      for (String policy : policies()) {
        double width = interval(policy, load, Figures::averageCompletion).relativeHalfWidth();
        worst = Math.max(worst, Double.isNaN(width) ? Double.POSITIVE_INFINITY : width);
      }
    }
    return worst;
  }

  Results and(Results more) {
    return new Results(scenario, joined(runs, more.runs), joined(bounds, more.bounds));
  }

  private double[] values(String policy, double load, ToDoubleFunction<Figures> figure) {
    return runs.stream()
        .filter(run -> run.policy().equals(policy) && run.load() == load)
        .map(Run::figures)
        .mapToDouble(figure)
        .toArray();
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}
