package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.InputFile;
import picocli.CommandLine.Option;

/** The option for the format of a trace. */
final class TraceOptions {
  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description =
          "ductile, rigid-csv, philly, philly-json, swf, helios, pai or sacct (default: detected).")
  private String format = "";

  TraceFormat format(InputFile trace, Catalog catalog) {
    return format.isEmpty() ? catalog.formatOf(trace) : catalog.format(format);
  }
}
