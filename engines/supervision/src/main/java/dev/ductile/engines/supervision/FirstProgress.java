package dev.ductile.engines.supervision;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Several formats, of which one is used: the one that first finds a step further than its last one.
 * A format that comes before it in the list replaces it in the same way. So a single number in a
 * sentence, such as "from step 0", chooses no format.
 */
final class FirstProgress implements ProgressFormat {
  private final List<ProgressFormat> formats;

  /** The last step that each format has found. */
  private final double[] steps;

  private int chosen;

  FirstProgress(List<ProgressFormat> formats) {
    this.formats = List.copyOf(formats);
    this.steps = new double[formats.size()];
    this.chosen = formats.size();
    Arrays.fill(steps, Double.MAX_VALUE);
  }

  @Override
  public Optional<ProgressReport> read(String line) {
    for (int i = 0; i < chosen; i++) {
      Optional<ProgressReport> report = formats.get(i).read(line);
      if (report.isPresent() && isFurther(i, report.get().step())) {
        chosen = i;
        return report;
      }
    }
    return chosen < formats.size() ? formats.get(chosen).read(line) : Optional.empty();
  }

  private boolean isFurther(int format, double step) {
    boolean isFurther = step > steps[format];
    steps[format] = step;
    return isFurther;
  }
}
