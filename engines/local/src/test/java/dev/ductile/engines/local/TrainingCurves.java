package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobSpec;
import dev.ductile.engines.supervision.Folders;
import dev.ductile.engines.supervision.ProgressFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The losses that trainers have printed, by step. */
final class TrainingCurves {
  /** Sums of the same numbers in another order differ by rounding, and by nothing else. */
  private static final double ROUNDING = 1e-9;

  private TrainingCurves() {}

  /** All lines with a loss, none of which may speak of the same step as another. */
  static SortedMap<Double, Double> of(List<String> lines) {
    var curve = new TreeMap<Double, Double>();
    var format = ProgressFormat.of("");
    for (String line : lines) {
      format
          .read(line)
          .filter(report -> report.loss().isPresent())
          .ifPresent(report -> {
            assertThat(curve).doesNotContainKey(report.step());
            curve.put(report.step(), report.loss().getAsDouble());
          });
    }
    return curve;
  }

  static void assertSame(Map<Double, Double> one, Map<Double, Double> other) {
    assertThat(one.keySet()).isEqualTo(other.keySet());
    one.forEach((step, loss) ->
        assertThat(loss)
            .as("loss at step %s", step)
            .isCloseTo(other.getOrDefault(step, Double.NaN), within(ROUNDING)));
  }

  static long pid(Path root, JobSpec job, String role, int index) {
    return ProcessGroups.task(new Folders(root).job(job.id()), role, index).orElseThrow();
  }
}
