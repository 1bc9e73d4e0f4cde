package dev.ductile.bench;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.models.topology.Contention;
import dev.ductile.models.topology.Contention.PlacedJob;
import dev.ductile.models.topology.LinkCost;
import dev.ductile.models.topology.NodeSpread;
import dev.ductile.models.topology.PlacementFit;
import dev.ductile.models.topology.PlacementMeasurement;
import dev.ductile.models.topology.StepCosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The error of predicted step times on measured placements that the fit has not seen. */
final class Placements {
  /** Every third placement is held out, in three ways. */
  private static final int FOLDS = 3;

  /** A way to fit measurements, and so to predict others. */
  private interface Form
      extends Function<List<PlacementMeasurement>, ToDoubleFunction<PlacementMeasurement>> {}

  private Placements() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0], "peers", "pollux");
    if (!Files.isDirectory(folder)) {
      System.out.printf("skipped: there is no %s%n", folder);
      return;
    }
    System.out.println("relative error of seconds per step: mean and 90th percentile");
    System.out.printf(
        "%-12s %-8s %-16s %-16s %s%n", "model", "form", "other placements", "6 to 16 nodes", "fit");
    var jobs = new TreeMap<String, PlacedJob>();
    try (Stream<Path> models = Files.list(folder)) {
      for (Path model : models.sorted().toList()) {
        if (Files.exists(model.resolve("placements.csv"))) {
          compare(model, "pollux", PolluxForm::fit);
          compare(model, "placed", Placements::placed);
          jobs.put(model.getFileName().toString(), job(all(model)));
        }
      }
    }
    neighbours(jobs);
  }

  /** The speed that jobs lose to each other on the links of two nodes; predicted, not measured. */
  private static void neighbours(SortedMap<String, PlacedJob> jobs) {
    System.out.println();
    System.out.println("predicted: the share of its speed that a job loses to a neighbour, 2 + 2");
    System.out.println("workers of each on the same two nodes, at the median batch");
    jobs.forEach((name, job) -> {
      System.out.printf("%-12s", name);
      jobs.forEach((other, neighbour) -> {
        double alone = Contention.stepsPerSecond(List.of(job))[0];
        double beside = Contention.stepsPerSecond(List.of(job, neighbour))[0];
        System.out.printf(" %s %.2f", other, 1 - beside / alone);
      });
      System.out.println();
    });
  }

  private static PlacedJob job(List<PlacementMeasurement> all) {
    double[] batches =
        all.stream().mapToDouble(PlacementMeasurement::examplesPerWorker).sorted().toArray();
    var two = Size.workers(2);
    return new PlacedJob(
        PlacementFit.of(all),
        batches[batches.length / 2],
        Allocation.of(Map.of(new NodeId("a"), two, new NodeId("b"), two)));
  }

  private static ToDoubleFunction<PlacementMeasurement> placed(
      List<PlacementMeasurement> measurements) {
    StepCosts costs = PlacementFit.of(measurements);
    return measured -> costs.seconds(measured.examplesPerWorker(), measured.spread());
  }

  private static void compare(Path model, String name, Form form) {
    ToDoubleFunction<PlacementMeasurement> fit = form.apply(all(model));
    double[] unseen = heldOut(List.copyOf(byPlacement(model).values()), form);
    Path larger = model.resolve("scalability.csv");
    String far =
        Files.exists(larger)
            ? summary(errors(fit, rows(larger).stream().map(Placements::larger).toList()))
            : "not measured";
    System.out.printf(
        "%-12s %-8s %-16s %-16s %s%n",
        model.getFileName(),
        name,
        summary(unseen),
        far,
        name.equals("placed") ? written(PlacementFit.of(all(model))) : "");
    ResultRecorder.keep(
        "%s, %s, mean error on other placements".formatted(model.getFileName(), name),
        100 * Arrays.stream(unseen).average().orElse(0),
        "%");
  }

  /** As keys of a model. */
  private static String written(StepCosts costs) {
    return "fixed: %.4f, perExample: %.6f, local: %s, network: %s, pair: %.2f, overlap: %.2f"
        .formatted(
            costs.fixed(),
            costs.perExample(),
            written(costs.local()),
            written(costs.network()),
            costs.pair(),
            costs.overlap());
  }

  private static String written(LinkCost link) {
    return "{transfer: %.4f, round: %.4f}".formatted(link.transfer(), link.round());
  }

  private static List<PlacementMeasurement> all(Path model) {
    return byPlacement(model).values().stream().flatMap(List::stream).toList();
  }

  private static SortedMap<String, List<PlacementMeasurement>> byPlacement(Path model) {
    var byPlacement = new TreeMap<String, List<PlacementMeasurement>>();
    for (String[] row : rows(model.resolve("placements.csv"))) {
      byPlacement.computeIfAbsent(row[0], _ -> new ArrayList<>()).add(placement(row));
    }
    return byPlacement;
  }

  private static double[] heldOut(List<List<PlacementMeasurement>> placements, Form form) {
    double[] errors = {};
    for (int fold = 0; fold < FOLDS; fold++) {
      var seen = new ArrayList<PlacementMeasurement>();
      var unseen = new ArrayList<PlacementMeasurement>();
      for (int i = 0; i < placements.size(); i++) {
        (i % FOLDS == fold ? unseen : seen).addAll(placements.get(i));
      }
      errors = joined(errors, errors(form.apply(seen), unseen));
    }
    return errors;
  }

  private static double[] errors(
      ToDoubleFunction<PlacementMeasurement> fit, List<PlacementMeasurement> measurements) {
    return measurements.stream()
        .mapToDouble(it -> Math.abs(fit.applyAsDouble(it) / it.secondsPerStep() - 1))
        .toArray();
  }

  private static double[] joined(double[] some, double[] others) {
    double[] joined = Arrays.copyOf(some, some.length + others.length);
    System.arraycopy(others, 0, joined, some.length, others.length);
    return joined;
  }

  private static String summary(double[] errors) {
    double[] sorted = errors.clone();
    Arrays.sort(sorted);
    return "%.3f %.3f"
        .formatted(
            Arrays.stream(sorted).average().orElse(0), sorted[(int) (0.9 * (sorted.length - 1))]);
  }

  /** A row such as {@code 134,40,0.41,0.15}: 1, 3 and 4 workers on three nodes. */
  private static PlacementMeasurement placement(String[] row) {
    int workers = row[0].chars().map(digit -> digit - '0').sum();
    return measured(new NodeSpread(workers, row[0].length()), row[1], row[2]);
  }

  private static PlacementMeasurement larger(String[] row) {
    var spread = new NodeSpread(Integer.parseInt(row[1]), Integer.parseInt(row[0]));
    return measured(spread, row[2], row[3]);
  }

  private static PlacementMeasurement measured(NodeSpread spread, String examples, String seconds) {
    return new PlacementMeasurement(
        spread, Double.parseDouble(examples), Double.parseDouble(seconds));
  }

  private static List<String[]> rows(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.skip(1).map(line -> line.split(",", -1)).toList();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
