package dev.ductile.models.fit;

import dev.ductile.api.Size;
import java.util.Comparator;

/**
 * The settings of a measurement: the number of tasks of each role, and the samples of a step.
 *
 * @param servers 0 for a job that has no parameter servers
 * @param batch samples in one step of the whole job; 1 if unknown, so that a sample counts as a
 *     step
 */
public record Setup(int workers, int servers, double batch) implements Comparable<Setup> {
  private static final int MOST_TASKS = 1_000_000;
  private static final double MOST_SAMPLES = 1e12;
  private static final Comparator<Setup> ORDER =
      Comparator.comparingInt(Setup::workers)
          .thenComparingInt(Setup::servers)
          .thenComparingDouble(Setup::batch);

  public Setup {
    if (workers < 1 || workers > MOST_TASKS || servers < 0 || servers > MOST_TASKS) {
      throw new IllegalArgumentException(
          "a measured job has 1 to %d workers and 0 to %1$d servers, not %d and %d"
              .formatted(MOST_TASKS, workers, servers));
    }
    if (!(batch > 0 && batch <= MOST_SAMPLES)) {
      throw new IllegalArgumentException(
          "batch must be a number of samples above 0, not %s".formatted(batch));
    }
  }

  /** A setup with this many tasks, limited to the most that a setup may have. */
  static Setup near(int workers, int servers, double batch) {
    return new Setup(Math.min(workers, MOST_TASKS), Math.min(servers, MOST_TASKS), batch);
  }

  public Size size() {
    return new Size(workers, servers);
  }

  /** Fewer workers first, then fewer servers, then the smaller batch. */
  @Override
  public int compareTo(Setup other) {
    return ORDER.compare(this, other);
  }
}
