package dev.ductile.cli;

import dev.ductile.history.Figures;
import dev.ductile.scenario.Choice;
import dev.ductile.simulator.Results;
import dev.ductile.text.InputException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One setting of a policy at several values, to find the best. */
record SettingSweep(String setting, List<String> values) {
  /** Reads {@code chunk=7..40} or {@code alpha=0.01,0.02}. */
  static SettingSweep of(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new InputException(
          "--sweep needs SETTING=VALUES, such as chunk=7..40 or alpha=0.01,0.02, not \"%s\""
              .formatted(text));
    }
    String values = text.substring(equals + 1);
    return new SettingSweep(
        text.substring(0, equals),
        NumberOptions.several(values)
            .map(numbers -> numbers.stream().map(String::valueOf).toList())
            .orElseGet(() -> Stream.of(values.split(",", -1)).map(String::strip).toList()));
  }

  /** The one policy that was named, with each of the values. */
  List<Choice> over(List<Choice> policies) {
    if (policies.size() != 1) {
      throw new InputException("--sweep needs one policy; name it with --policy");
    }
    return values.stream().map(value -> policies.getFirst().with(setting, value)).toList();
  }

  /** The value with the least mean completion time, for each load. */
  static List<String> best(Results results) {
    return results.scenario().loads().stream()
        .map(load -> "best at load %s: %s".formatted(load, best(results, load)))
        .toList();
  }

  private static String best(Results results, double load) {
    return results.policies().stream()
        .min(Comparator.comparingDouble(policy -> mean(results, policy, load)))
        .orElseThrow();
  }

  private static double mean(Results results, String policy, double load) {
    double mean = results.sample(policy, load).interval(Figures::averageCompletion).mean();
    return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
  }
}
