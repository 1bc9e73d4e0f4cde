package dev.ductile.answers;

import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Place;
import dev.ductile.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads measured speeds from a sheet. In a sheet with samples per second and without a batch size,
 * a step is one sample.
 */
public final class MeasuredSpeeds {
  public static final Column WORKERS =
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
  public static final Column BATCH =
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
  public static final Column SECONDS_PER_STEP =
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

  private MeasuredSpeeds() {}

  /** Whether the first line of a file names a column of workers and one of speeds. */
  public static boolean isHeader(String line) {
    List<String> names = List.of(line.split(",", -1));
    return WORKERS.isAmong(names) && RATES.stream().anyMatch(rate -> rate.isAmong(names));
  }

  public static List<Measurement> of(Sheet sheet) {
    int workers = WORKERS.needed(sheet);
    Column rate = rate(sheet);
    int speed = rate.needed(sheet);
    Optional<Integer> servers = SERVERS.in(sheet);
    Optional<Integer> batch = BATCH.in(sheet);
    Optional<Integer> weight = WEIGHT.in(sheet);
    var measurements = new ArrayList<Measurement>(sheet.lines().size());
    var mistakes = new Mistakes();
    for (Sheet.Line line : sheet.lines()) {
      mistakes.check(() -> {
        try {
          double samples = batch.isPresent() ? Column.number(sheet, line, batch.get()) : 1;
          int placed = servers.isPresent() ? Column.count(sheet, line, servers.get()) : 0;
          double worth = weight.isPresent() ? Column.number(sheet, line, weight.get()) : 1;
          var setup = new Setup(Column.count(sheet, line, workers), placed, samples);
          double written = Column.positive(sheet, line, speed);
          measurements.add(new Measurement(setup, steps(rate, written, samples), worth));
        } catch (IllegalArgumentException broken) {
          throw sheet.wrong(line, String.valueOf(broken.getMessage()));
        }
      });
    }
    mistakes.throwAny();
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
    List<Column> found = RATES.stream().filter(rate -> rate.in(sheet).isPresent()).toList();
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
                .formatted(found.getFirst().label(), found.getLast().label()));
  }
}
