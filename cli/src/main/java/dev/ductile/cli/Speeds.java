package dev.ductile.cli;

import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import dev.ductile.scenario.text.InputException;
import dev.ductile.scenario.text.Place;
import dev.ductile.scenario.text.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Measured speeds as they stand in a sheet. Where it counts samples and does not say how many of
 * them a step has, a step is one sample.
 */
final class Speeds {
  /** A column, and how else people call it: in small letters, without what sets words apart. */
  private record Column(String label, Set<String> spellings) {
    static Column called(String label, String... others) {
      var spellings = new HashSet<>(List.of(others));
      spellings.add(label.toLowerCase(Locale.ROOT));
      return new Column(label, Set.copyOf(spellings));
    }
  }

  private static final Column WORKERS =
      Column.called(
          "workers",
          "worker",
          "gpus",
          "gpu",
          "numworkers",
          "numworker",
          "numgpus",
          "numgpu",
          "nworkers",
          "replicas",
          "numreplicas");
  private static final Column SERVERS =
      Column.called(
          "servers", "server", "ps", "numps", "numservers", "nservers", "parameterservers");
  private static final Column BATCH =
      Column.called(
          "batch", "batchsize", "globalbatch", "globalbatchsize", "totalbatch", "totalbatchsize");
  private static final Column STEPS_PER_SECOND =
      Column.called(
          "stepsPerSecond",
          "steps/s",
          "stepspers",
          "stepspersec",
          "steps/sec",
          "iterationspersecond",
          "iterations/s",
          "iterspersec",
          "it/s");
  private static final Column SAMPLES_PER_SECOND =
      Column.called(
          "samplesPerSecond",
          "samples/s",
          "samplespers",
          "samplespersec",
          "samples/sec",
          "sumsamplespers",
          "examplespersecond",
          "examples/s",
          "imagespersecond",
          "images/s",
          "imagespersec");
  private static final Column SECONDS_PER_STEP =
      Column.called(
          "secondsPerStep",
          "s/step",
          "sec/step",
          "secperstep",
          "steptime",
          "steptimes",
          "secondsperiteration",
          "iterationtime");
  private static final Column WEIGHT = Column.called("weight");

  private static final List<Column> RATES =
      List.of(STEPS_PER_SECOND, SAMPLES_PER_SECOND, SECONDS_PER_STEP);

  private Speeds() {}

  static List<Measurement> of(Sheet sheet) {
    int workers = need(sheet, WORKERS);
    Column rate = rate(sheet);
    int speed = need(sheet, rate);
    Optional<Integer> servers = find(sheet, SERVERS);
    Optional<Integer> batch = find(sheet, BATCH);
    Optional<Integer> weight = find(sheet, WEIGHT);
    var measurements = new ArrayList<Measurement>(sheet.lines().size());
    for (Sheet.Line line : sheet.lines()) {
      try {
        double samples = batch.isPresent() ? number(sheet, line, batch.get()) : 1;
        int placed = servers.isPresent() ? count(sheet, line, servers.get()) : 0;
        double worth = weight.isPresent() ? number(sheet, line, weight.get()) : 1;
        var setup = new Setup(count(sheet, line, workers), placed, samples);
        double written = positive(sheet, line, speed);
        measurements.add(new Measurement(setup, steps(rate, written, samples), worth));
      } catch (IllegalArgumentException broken) {
        throw sheet.wrong(line, String.valueOf(broken.getMessage()));
      }
    }
    if (measurements.isEmpty()) {
      throw new InputException(Place.in(sheet.file().toString()), "has no measurements");
    }
    return List.copyOf(measurements);
  }

  private static double steps(Column rate, double written, double batch) {
    if (rate.equals(SAMPLES_PER_SECOND)) {
      return written / batch;
    }
    return rate.equals(SECONDS_PER_STEP) ? 1 / written : written;
  }

  private static Column rate(Sheet sheet) {
    List<Column> found = RATES.stream().filter(rate -> find(sheet, rate).isPresent()).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    String wanted = "one of stepsPerSecond, samplesPerSecond and secondsPerStep";
    throw new InputException(
        Place.at(sheet.file().toString(), 1),
        found.isEmpty()
            ? "the table needs a column that is %s%s"
                .formatted(wanted, Suggestion.phrase("stepsPerSecond", sheet.header()))
            : "the table has %s and %s; keep one of them"
                .formatted(found.getFirst().label, found.getLast().label));
  }

  private static int need(Sheet sheet, Column column) {
    return find(sheet, column)
        .orElseThrow(() ->
            new InputException(
                Place.at(sheet.file().toString(), 1),
                "the table has no column \"%s\"%s"
                    .formatted(column.label, Suggestion.phrase(column.label, sheet.header()))));
  }

  private static Optional<Integer> find(Sheet sheet, Column column) {
    for (int i = 0; i < sheet.header().size(); i++) {
      String plain = sheet.header().get(i).toLowerCase(Locale.ROOT).replaceAll("[-_ .]", "");
      if (column.spellings.contains(plain)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static int count(Sheet sheet, Sheet.Line line, int column) {
    double number = number(sheet, line, column);
    if (number != Math.rint(number) || Math.abs(number) > 1_000_000) {
      throw wrong(sheet, line, column, "must be a whole number up to 1000000");
    }
    return (int) number;
  }

  private static double positive(Sheet sheet, Sheet.Line line, int column) {
    double number = number(sheet, line, column);
    if (!(number > 0)) {
      throw wrong(sheet, line, column, "must be above 0 (leave failed measurements out)");
    }
    return number;
  }

  private static double number(Sheet sheet, Sheet.Line line, int column) {
    try {
      double number = Double.parseDouble(line.fields().get(column).strip());
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Falls through to the one message for everything that is no number.
    }
    throw wrong(sheet, line, column, "must be a finite number");
  }

  private static InputException wrong(Sheet sheet, Sheet.Line line, int column, String what) {
    return sheet.wrong(
        line,
        "%s %s, not \"%s\"".formatted(sheet.header().get(column), what, line.fields().get(column)));
  }
}
