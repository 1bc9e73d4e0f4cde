package dev.ductile.scenario.trace;

import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A table of which the user names the columns. A job has one worker for each GPU, or for each
 * processor if it has no GPUs, unless a column counts its workers.
 */
public final class NamedColumns implements RigidTraceFormat {
  private static final String NAME = "csv";

  private final Map<Meaning, String> columns;

  /** The format before its columns are known. */
  public NamedColumns() {
    this(Map.of());
  }

  private NamedColumns(Map<Meaning, String> columns) {
    this.columns = Map.copyOf(columns);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "a table with a header, of which you name the columns";
  }

  /** A table of unknown columns is never recognised. */
  @Override
  public boolean recognises(InputFile trace, String start) {
    return false;
  }

  @Override
  public TraceFormat with(Map<String, String> named) {
    var known = new EnumMap<Meaning, String>(Meaning.class);
    named.forEach((meaning, column) -> known.put(Meaning.of(meaning), column.strip()));
    return new NamedColumns(known);
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    try (var table = Table.separated(trace)) {
      Header header = table.header();
      requireColumns(header);
      var named = new EnumMap<Meaning, UnitColumn>(Meaning.class);
      columns.forEach((meaning, text) -> named.put(meaning, UnitColumn.of(header, meaning, text)));
      var jobs = new NamedColumnJobs(named, reading.findings());
      return SortedJobs.of(table, jobs::submission, reading.findings());
    }
  }

  private void requireColumns(Header header) {
    boolean hasDuration =
        columns.containsKey(Meaning.DURATION)
            || (columns.containsKey(Meaning.STARTED) && columns.containsKey(Meaning.ENDED));
    boolean hasSize =
        columns.containsKey(Meaning.GPUS)
            || columns.containsKey(Meaning.CPUS)
            || columns.containsKey(Meaning.WORKERS);
    if (!columns.containsKey(Meaning.ARRIVED)) {
      throw missing(header, "the time of arrival: arrived=COLUMN");
    }
    if (!hasDuration) {
      throw missing(header, "the duration: duration=COLUMN, or started=COLUMN,ended=COLUMN");
    }
    if (!hasSize) {
      throw missing(header, "the size: gpus=COLUMN, cpus=COLUMN or workers=COLUMN");
    }
  }

  private static InputException missing(Header header, String what) {
    return new InputException(
        Place.in(header.place().source()),
        "name the column with %s; the columns of the file: %s"
            .formatted(what, String.join(", ", header.names())));
  }
}
