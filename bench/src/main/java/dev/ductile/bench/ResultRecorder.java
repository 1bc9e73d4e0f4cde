package dev.ductile.bench;

import dev.ductile.bench.Results.Conditions;
import dev.ductile.bench.Results.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the figures of one run. {@code bench/run} names the file that keeps them and the
 * conditions; a measurement that is started in another way keeps none.
 */
public final class ResultRecorder {
  private static final double SMALL = 1e-4;

  private final Optional<Path> file;
  private final Conditions conditions;
  private final List<Row> rows = new ArrayList<>();

  public ResultRecorder(Map<String, String> environment) {
    file = Optional.ofNullable(environment.get("BENCH_RESULTS")).map(Path::of);
    conditions =
        new Conditions(
            environment.getOrDefault("BENCH_DATE", ""),
            environment.getOrDefault("BENCH_COMMIT", ""),
            environment.getOrDefault("BENCH_MACHINE", ""),
            environment.getOrDefault("BENCH_LOAD", ""));
  }

  public static ResultRecorder ofThisRun() {
    return new ResultRecorder(System.getenv());
  }

  public void add(String figure, String value) {
    rows.add(new Row(figure, value, "", conditions));
  }

  /** A figure with three digits and a unit, which may be empty. */
  public void add(String figure, double value, String unit) {
    add(figure, (digits(value) + " " + unit).strip());
  }

  private static String digits(double value) {
    boolean isPlain = Double.isFinite(value) && (value == 0 || Math.abs(value) >= SMALL);
    return isPlain
        ? new BigDecimal(value).round(new MathContext(3)).toPlainString()
        : String.format(Locale.ROOT, "%.1e", value);
  }

  /** Records one figure at once; for measurements that take long. */
  public static void keep(String figure, double value, String unit) {
    ResultRecorder results = ofThisRun();
    results.add(figure, value, unit);
    try {
      results.write();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record " + figure, e);
    }
  }

  public void save() throws IOException {
    if (write()) {
      System.out.printf("recorded: %d figures in %s%n", rows.size(), file.orElseThrow());
    }
  }

  private boolean write() throws IOException {
    if (file.isEmpty() || rows.isEmpty()) {
      return false;
    }
    Results results = Results.read(file.get());
    for (Row row : rows) {
      results = results.with(row);
    }
    results.write(file.get());
    return true;
  }
}
