package dev.ductile.models;

import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;

/** The speed model {@code table}: speeds measured at some sizes. */
public final class TableModel implements SpeedProvider<TableModel.Parameters> {
  @Override
  public String name() {
    return "table";
  }

  @Override
  public String summary() {
    return "measured at some sizes, linear between them, never better than a measurement";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new TableSpeed(parameters.points());
  }

  /** The measured sizes. */
  @Override
  public List<Size> sizes(Parameters parameters) {
    return parameters.points().stream()
        .map(point -> new Size(point.workers(), point.servers().orElse(0)))
        .sorted()
        .toList();
  }

  /**
   * The measured sizes.
   *
   * @param points one measurement for each size, in any order
   */
  public record Parameters(List<Point> points) {
    private static final int MOST = 10_000;

    public Parameters {
      points = List.copyOf(points);
      if (points.isEmpty() || points.size() > MOST) {
        throw new IllegalArgumentException(
            "a table needs 1 to %d points, not %d".formatted(MOST, points.size()));
      }
      var seen = new HashSet<List<Integer>>();
      for (Point point : points) {
        if (!seen.add(List.of(point.workers(), point.servers().orElse(0)))) {
          throw new IllegalArgumentException(
              "the table has %d workers and %d servers twice"
                  .formatted(point.workers(), point.servers().orElse(0)));
        }
      }
    }
  }

  /**
   * One measurement.
   *
   * @param workers the number of workers
   * @param servers the number of servers; none if it is absent
   * @param stepsPerSecond the speed at this size
   */
  public record Point(int workers, OptionalInt servers, double stepsPerSecond) {
    public Point {
      if (workers < 1 || servers.orElse(0) < 0) {
        throw new IllegalArgumentException(
            "a point needs at least 1 worker and 0 servers, not %d and %d"
                .formatted(workers, servers.orElse(0)));
      }
      if (!(stepsPerSecond >= 0) || Double.isInfinite(stepsPerSecond)) {
        throw new IllegalArgumentException(
            "stepsPerSecond must be a finite number of at least 0, not %s"
                .formatted(stepsPerSecond));
      }
    }
  }
}
