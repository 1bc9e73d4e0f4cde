package dev.ductile.simulator;

import dev.ductile.history.Figures;
import dev.ductile.history.Run;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All runs of an experiment, in the order of loads, seeds and policies, and their bounds. */
public record Results(Scenario scenario, List<Run> runs, List<Bound> bounds) {

  /** The figures of one policy at one load. */
  public Sample sample(String policy, double load) {
    return new Sample(
        runs.stream()
            .filter(run -> run.policy().equals(policy) && run.load() == load)
            .map(Run::figures)
            .toList());
  }

  public List<String> policies() {
    return scenario.policies().stream().map(choice -> label(scenario, choice)).toList();
  }

  /** The label of a policy in results: its name, with its settings if others share the name. */
  static String label(Scenario scenario, Choice choice) {
    long namesakes =
        scenario.policies().stream().filter(other -> other.name().equals(choice.name())).count();
    return namesakes > 1 ? choice.name() + settings(choice) : choice.name();
  }

  private static String settings(Choice choice) {
    return choice.settings().properties().stream()
        .map(setting -> " %s=%s".formatted(setting.getKey(), setting.getValue()))
        .collect(Collectors.joining())
        .replace("\"", "");
  }

  public List<Long> seeds() {
    return runs.stream().map(Run::seed).distinct().toList();
  }

  /** The widest relative interval of mean completion; infinite while there is one seed only. */
  double worstPrecision() {
    double worst = 0;
    for (double load : scenario.loads()) {
      for (String policy : policies()) {
        double width =
            sample(policy, load).interval(Figures::averageCompletion).relativeHalfWidth();
        worst = Math.max(worst, Double.isNaN(width) ? Double.POSITIVE_INFINITY : width);
      }
    }
    return worst;
  }

  Results and(Results more) {
    return new Results(scenario, joined(runs, more.runs), joined(bounds, more.bounds));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}
