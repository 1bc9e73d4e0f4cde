package dev.ductile.runtime;

import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.master.report.StepSummary;
import dev.ductile.runtime.master.saving.Validation;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Detailed tables of a job: {@code metrics.csv} with a row for each step, {@code regroups.csv} with
 * a row for each reconfiguration, and if examples are held out, {@code validation.csv} with a row
 * for each evaluated checkpoint. Durations are in milliseconds, moments in milliseconds since 1970.
 * A full disk delays rows, and not the job.
 */
final class Metrics {
  private final LongSupplier clock;
  private final CsvTable steps;
  private final CsvTable reconfigurations;
  private final Supplier<CsvTable> newValidations;
  private Optional<CsvTable> validations = Optional.empty();

  /** Tables that continue those of an earlier master of the job. */
  Metrics(Path folder, LongSupplier clock, Consumer<String> notes) {
    this.clock = clock;
    steps =
        table(
            folder.resolve("metrics.csv"),
            "time,step,loss,examples,workers,servers,downlink,worker,uplink,server,wait",
            notes);
    reconfigurations =
        table(
            folder.resolve("regroups.csv"),
            "time,generation,cause,attempts,pause,halt,detect,workers_stand,servers_stand,load,assign",
            notes);
    newValidations =
        () -> table(folder.resolve("validation.csv"), "time,step,loss,accuracy,examples", notes);
  }

  private static CsvTable table(Path file, String head, Consumer<String> notes) {
    var place = new TableFile(file);
    return new CsvTable(place.name(), head, place, notes);
  }

  private void add(CsvTable table, Object... cells) {
    var row = new StringBuilder().append(clock.getAsLong());
    for (Object cell : cells) {
      row.append(',').append(cell);
    }
    table.row(row.toString());
  }

  void step(StepSummary step) {
    add(
        steps,
        step.step(),
        Decimals.significant(step.loss()),
        step.examples(),
        step.workers(),
        step.servers(),
        Decimals.millis(step.downlinkNanos()),
        Decimals.millis(step.workerNanos()),
        Decimals.millis(step.uplinkNanos()),
        Decimals.millis(step.serverNanos()),
        Decimals.millis(step.waitNanos()));
  }

  void reconfigured(Pause pause) {
    add(
        reconfigurations,
        pause.generation(),
        pause.cause().word(),
        pause.attempts(),
        Decimals.millis(pause.nanos()),
        Decimals.millis(pause.haltNanos()),
        Decimals.millis(pause.detectNanos()),
        Decimals.millis(pause.workersNanos()),
        Decimals.millis(pause.serversNanos()),
        Decimals.millis(pause.loadNanos()),
        Decimals.millis(pause.assignNanos()));
  }

  void validated(Validation validation) {
    CsvTable table = validations.orElseGet(newValidations);
    validations = Optional.of(table);
    add(
        table,
        validation.step(),
        String.format(Locale.ROOT, "%.8g", validation.loss()),
        validation.accuracy().isPresent()
            ? String.format(Locale.ROOT, "%.6f", validation.accuracy().getAsDouble())
            : "",
        validation.examples());
  }

  /** Writes the waiting rows, for readers of the files. */
  void flush() {
    steps.flush();
    reconfigurations.flush();
    validations.ifPresent(CsvTable::flush);
  }
}
