package dev.ductile.models.convergence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One of our measured curves: a name and the loss of every step. They are of small convolutional
 * and transformer networks with random settings; digits-cnn-0 diverges, -10 stalls, -85 and -96
 * fail late.
 */
record RealCurve(String name, List<Double> losses) {

  static List<RealCurve> all() throws IOException {
    var in = Objects.requireNonNull(RealCurve.class.getResourceAsStream("curves.txt"));
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().map(RealCurve::parsed).toList();
    }
  }

  static RealCurve named(String name) throws IOException {
    return all().stream().filter(curve -> curve.name.equals(name)).findFirst().orElseThrow();
  }

  private static RealCurve parsed(String line) {
    String[] words = line.replace("nan", "NaN").split(" ", -1);
    List<Double> losses = Arrays.stream(words).skip(1).map(Double::valueOf).toList();
    return new RealCurve(words[0], losses);
  }

  LossHistory seen(int steps) {
    var history = new LossHistory();
    for (int step = 1; step <= steps; step++) {
      history.add(step, losses.get(step - 1));
    }
    return history;
  }

  double smoothed(int step) {
    return seen(step).smoothed();
  }

  int first(double target) {
    var history = new LossHistory();
    for (int step = 1; step <= losses.size(); step++) {
      history.add(step, losses.get(step - 1));
      if (step >= 100 && history.smoothed() <= target) {
        return step;
      }
    }
    return Integer.MAX_VALUE;
  }
}
