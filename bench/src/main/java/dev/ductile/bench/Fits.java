package dev.ductile.bench;

import dev.ductile.bench.dl2.MeasuredSpeeds;
import dev.ductile.models.fit.Fit;
import dev.ductile.models.fit.FitErrors;
import dev.ductile.models.fit.Fitter;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Public measurements of speeds: a few points are chosen and fitted, all others predicted. */
final class Fits {
  private static final int POINTS = 8;
  private static final int POINTS_OF_A_BATCH = 4;

  private Fits() {}

  public static void main(String[] arguments) throws IOException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    Path peers = Path.of(arguments[0], "peers");
    report(
        "dl2",
        MeasuredSpeeds.file(Path.of(arguments[0])),
        file -> MeasuredSpeeds.read(file).networks(),
        POINTS,
        results);
    Path gpus = peers.resolve("elasticflow/throughputs_A100");
    report("elasticflow", gpus, Fits::gpus, POINTS, results);
    report("elasticflow, each batch by itself", gpus, Fits::batches, POINTS_OF_A_BATCH, results);
    results.save();
  }

  /** A reader of a folder or file of public data: measurements by the name of their model. */
  private interface Reading {
    Map<String, List<Measurement>> of(Path data) throws IOException;
  }

  private static void report(
      String name, Path data, Reading reading, int points, ResultRecorder results)
      throws IOException {
    if (!Files.exists(data)) {
      System.out.printf("skipped: there is no %s%n", data);
      return;
    }
    System.out.printf(
        "%s, %d points chosen, the others predicted%n%-26s %6s %-20s %6s %6s %6s %8s  %s%n",
        name, points, "model", "others", "form", "mean", "median", "worst", "in range", "chosen");
    double worst = 0;
    double inside = 0;
    double others = 0;
    for (var model : reading.of(data).entrySet()) {
      FitErrors errors = tell(model.getKey(), model.getValue(), points);
      worst = Math.max(worst, errors.mean());
      inside += errors.covered() * errors.points();
      others += errors.points();
    }
    System.out.printf(
        "%s: worst mean error %.1f %%; %.0f %% of the others inside the range for 90 %%%n%n",
        name, 100 * worst, 100 * inside / others);
    String figure = "%s, %d points chosen".formatted(name, points);
    results.add(figure + ", worst mean error of a model", 100 * worst, "%");
    results.add(figure + ", others inside the range for 90 %", 100 * inside / others, "%");
  }

  private static FitErrors tell(String model, List<Measurement> all, int points) {
    List<Measurement> chosen = Fitter.OPEN.explore(all, points);
    List<Measurement> others = all.stream().filter(one -> !chosen.contains(one)).toList();
    Fit fit = Fitter.OPEN.fit(chosen);
    FitErrors errors = fit.errors(others);
    System.out.printf(
        "%-26s %6d %-20s %5.1f%% %5.1f%% %5.0f%% %7.0f%%  %s%n",
        model,
        errors.points(),
        fit.form(),
        100 * errors.mean(),
        100 * errors.median(),
        100 * errors.worst(),
        100 * errors.covered(),
        chosen.stream().map(Fits::written).collect(Collectors.joining(" ")));
    return errors;
  }

  private static String written(Measurement measurement) {
    Setup setup = measurement.setup();
    return setup.servers() > 0
        ? setup.size().toString()
        : "%d@%.0f".formatted(setup.workers(), setup.batch());
  }

  /** A file for each model: rows of batches, columns of numbers of GPUs. */
  private static Map<String, List<Measurement>> gpus(Path folder) throws IOException {
    var models = new LinkedHashMap<String, List<Measurement>>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        String[] counts = lines.getFirst().split(",", -1);
        var all = new ArrayList<Measurement>();
        for (String line : lines.subList(1, lines.size())) {
          all.addAll(row(counts, line.split(",", -1)));
        }
        models.put(String.valueOf(file.getFileName()).replace(".csv", ""), all);
      }
    }
    return models;
  }

  /** The same measurements, with each batch of a model as a separate job. */
  private static Map<String, List<Measurement>> batches(Path folder) throws IOException {
    var batches = new LinkedHashMap<String, List<Measurement>>();
    gpus(folder)
        .forEach((model, all) ->
            all.forEach(one ->
                batches
                    .computeIfAbsent(
                        "%s@%.0f".formatted(model, one.setup().batch()), _ -> new ArrayList<>())
                    .add(one)));
    batches.values().removeIf(all -> all.size() <= POINTS_OF_A_BATCH);
    return batches;
  }

  private static List<Measurement> row(String[] counts, String[] row) {
    var all = new ArrayList<Measurement>();
    for (int column = 1; column < row.length; column++) {
      double speed = row[column].isEmpty() ? 0 : Double.parseDouble(row[column]);
      if (speed > 0) {
        var setup = new Setup(Integer.parseInt(counts[column]), 0, Double.parseDouble(row[0]));
        all.add(new Measurement(setup, speed));
      }
    }
    return all;
  }
}
