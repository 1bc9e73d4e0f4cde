package dev.ductile.cli.train;

import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The measured speeds of a job: one row for every second in which its size did not change, as
 * {@code ductile fit} reads them.
 */
public final class SpeedMeasurements {
  private static final long ROW_NANOS = 1_000_000_000L;

  /** The first steps at a new size are slower because code and connections are cold. */
  private static final long WARM_UP_NANOS = 500_000_000L;

  private static final int MOST_ROWS = 10_000;

  private final List<Row> rows = new ArrayList<>();
  private final boolean servers;
  private Size size = Size.NONE;
  private long notBefore;
  private long sinceNanos;
  private long sinceStep = -1;

  /** One measured speed. */
  public record Row(Size size, double stepsPerSecond) {}

  /**
   * No measurements.
   *
   * @param servers whether the job has servers
   */
  public SpeedMeasurements(boolean servers) {
    this.servers = servers;
  }

  void add(Size now, long step, long nanos, boolean steady) {
    if (!steady || !now.equals(size) || step < sinceStep) {
      size = steady ? now : Size.NONE;
      notBefore = nanos + WARM_UP_NANOS;
      sinceStep = -1;
      return;
    }
    if (nanos < notBefore) {
      return;
    }
    if (sinceStep < 0) {
      begin(step, nanos);
    } else if (nanos - sinceNanos >= ROW_NANOS && step > sinceStep) {
      add(new Row(size, (step - sinceStep) * 1e9 / (nanos - sinceNanos)));
      begin(step, nanos);
    }
  }

  private void begin(long step, long nanos) {
    sinceStep = step;
    sinceNanos = nanos;
  }

  private void add(Row row) {
    if (rows.size() < MOST_ROWS) {
      rows.add(row);
    }
  }

  public List<Row> rows() {
    return List.copyOf(rows);
  }

  /** The mean speed at each size that was measured. */
  public List<Row> means() {
    var speeds = new TreeMap<Size, DoubleSummaryStatistics>();
    for (Row row : rows) {
      speeds
          .computeIfAbsent(row.size(), _ -> new DoubleSummaryStatistics())
          .accept(row.stepsPerSecond());
    }
    return speeds.entrySet().stream()
        .map(each -> new Row(each.getKey(), each.getValue().getAverage()))
        .toList();
  }

  /** The names of the columns that {@link #cells} has. */
  public List<String> columns() {
    return servers
        ? List.of("workers", "servers", "stepsPerSecond")
        : List.of("workers", "stepsPerSecond");
  }

  /** One line for each row. */
  public List<List<String>> cells() {
    return rows.stream().map(this::line).toList();
  }

  private List<String> line(Row row) {
    String workers = Integer.toString(row.size().workers());
    String speed = String.format(Locale.ROOT, "%.6g", row.stepsPerSecond());
    return servers
        ? List.of(workers, Integer.toString(row.size().servers()), speed)
        : List.of(workers, speed);
  }
}
