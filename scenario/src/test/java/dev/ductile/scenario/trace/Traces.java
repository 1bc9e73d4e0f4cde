package dev.ductile.scenario.trace;

import dev.ductile.api.Nodes;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads whole traces, ending at the first mistake. */
final class Traces {
  static final Catalog CATALOG = Plugins.catalog();

  private Traces() {}

  /** The jobs, and the number of skipped ones by reason. */
  record Read(String format, List<Submission> jobs, SortedMap<String, Long> skipped) {}

  static Read read(Path trace) {
    var skipped = new TreeMap<String, Long>();
    TraceFormat format = CATALOG.formatOf(InputFile.of(trace));
    var findings =
        new TraceFormat.Findings() {
          @Override
          public void wrong(InputException problem) {
            throw problem;
          }

          @Override
          public void skipped(String reason) {
            skipped.merge(reason, 1L, Long::sum);
          }
        };
    var reading = new TraceFormat.Reading(CATALOG, Nodes.NONE, findings);
    try (Stream<Submission> jobs = format.read(InputFile.of(trace), reading)) {
      return new Read(format.name(), jobs.toList(), skipped);
    }
  }

  /** A job in one line: {@code time id owner queue size demand work speed}. */
  static String line(Submission job) {
    return "%s %s %s %s %s (%s) (%s) %s %s"
        .formatted(
            job.at(),
            job.spec().id(),
            job.spec().owner().isEmpty() ? "-" : job.spec().owner(),
            job.spec().queue(),
            job.spec().asked(),
            job.spec().demand().worker(),
            job.spec().demand().server(),
            job.spec().work().steps(),
            job.spec().work().unit());
  }
}
