package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option for the format of a trace. */
final class TraceOptions {
  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = Known.TraceFormats.class,
      description =
          "ductile, rigid-csv, philly, philly-json, swf, helios, pai, sacct or csv (default: detected).")
  private String format = "";

  @Option(
      names = "--columns",
      paramLabel = "MEANING=COLUMN",
      split = ",",
      description = {
        "The columns of a table of your own, with units unless they are seconds, such as"
            + " arrived=submit:ms,gpus=num_gpu,duration=runtime:min. Meanings: id, arrived, started,"
            + " ended, duration, gpus, workers, cpus, memory, owner, queue, priority."
      })
  private Map<String, String> columns = new LinkedHashMap<>();

  boolean areGiven() {
    return !format.isEmpty() || !columns.isEmpty();
  }

  /** Refuses these options beside one that excludes them. */
  void requireNone(String other) {
    if (areGiven()) {
      throw new InputException("--format and --columns are for traces, so not with " + other);
    }
  }

  TraceFormat format(InputFile trace, Catalog catalog) {
    if (columns.isEmpty()) {
      return format.isEmpty() ? catalog.formatOf(trace) : catalog.format(format);
    }
    try {
      return format.isEmpty() ? catalog.tableWith(columns) : catalog.format(format).with(columns);
    } catch (IllegalArgumentException unknown) {
      throw new InputException("--" + unknown.getMessage(), unknown);
    }
  }
}
