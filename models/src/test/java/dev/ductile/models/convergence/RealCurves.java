package dev.ductile.models.convergence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Some of our measured curves: a name and the loss of every step in each line. Small convolutional
 * and transformer networks with random settings; digits-cnn-0 diverges, -10 stalls, -85 and -96
 * come to grief late.
 */
record RealCurves(String name, double[] losses) {

  static List<RealCurves> all() throws IOException {
    var in = Objects.requireNonNull(RealCurves.class.getResourceAsStream("curves.txt"));
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().map(RealCurves::parsed).toList();
    }
  }

  static RealCurves named(String name) throws IOException {
    return all().stream().filter(curve -> curve.name.equals(name)).findFirst().orElseThrow();
  }

  private static RealCurves parsed(String line) {
    String[] words = line.replace("nan", "NaN").split(" ", -1);
    double[] losses = Arrays.stream(words).skip(1).mapToDouble(Double::parseDouble).toArray();
    return new RealCurves(words[0], losses);
  }

  LossHistory seen(int steps) {
    var history = new LossHistory();
    for (int step = 1; step <= steps; step++) {
      history.add(step, losses[step - 1]);
    }
    return history;
  }

  double smoothed(int step) {
    return seen(step).smoothed();
  }

  int first(double target) {
    var history = new LossHistory();
    for (int step = 1; step <= losses.length; step++) {
      history.add(step, losses[step - 1]);
      if (step >= 100 && history.smoothed() <= target) {
        return step;
      }
    }
    return Integer.MAX_VALUE;
  }
}
