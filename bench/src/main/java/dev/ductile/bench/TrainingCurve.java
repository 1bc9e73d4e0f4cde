package dev.ductile.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.models.convergence.LossHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real training run: the loss of every step. */
record TrainingCurve(String task, List<Double> losses) {
  private static final int SMOOTHING = 25;

  /** All runs of the data; empty if the data are missing. */
  static List<TrainingCurve> in(Path data) throws IOException {
    var runs = new ArrayList<TrainingCurve>();
    for (String task : List.of("digits-cnn", "char-transformer")) {
      Path file = data.resolve("h200/curves-" + task + ".json");
      if (Files.exists(file)) {
        for (JsonNode job : new ObjectMapper().readTree(file.toFile()).get("jobs")) {
          var losses = new ArrayList<Double>();
          job.get("loss").forEach(loss -> losses.add(loss.asDouble(Double.NaN)));
          runs.add(new TrainingCurve(task, List.copyOf(losses)));
        }
      }
    }
    return runs;
  }

  int steps() {
    return losses.size();
  }

  int steps(double share) {
    return (int) Math.round(share * losses.size());
  }

  /** The losses of the first steps. */
  LossHistory history(int steps) {
    var history = new LossHistory();
    for (int step = 1; step <= steps; step++) {
      history.add(step, losses.get(step - 1));
    }
    return history;
  }

  /** The mean of the last 25 losses at a step, from 1. */
  double smoothed(int step) {
    int count = Math.min(SMOOTHING, step);
    double sum = 0;
    for (int i = step - count; i < step; i++) {
      sum += losses.get(i) / count;
    }
    return sum;
  }

  /** The first step at which the smoothed loss is at most the target; 0 if there is none. */
  int first(double target) {
    for (int step = 1; step <= losses.size(); step++) {
      if (smoothed(step) <= target) {
        return step;
      }
    }
    return 0;
  }
}
