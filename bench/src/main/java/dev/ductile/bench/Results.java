package dev.ductile.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The recorded figures of one measurement: {@code bench/results/NAME.csv}. */
public record Results(List<Row> rows) {
  private static final List<String> COLUMNS =
      List.of("figure", "value", "aim", "date", "commit", "machine", "load");

  public Results {
    rows = List.copyOf(rows);
  }

  /**
   * One figure and the conditions under which it was measured.
   *
   * @param value the value with its unit
   * @param aim the value to reach; empty if there is none
   * @param conditions the conditions of the run
   */
  public record Row(String figure, String value, String aim, Conditions conditions) {
    private boolean isOf(Row other) {
      return figure.equals(other.figure) && conditions.machine().equals(other.conditions.machine());
    }
  }

  /**
   * The conditions of a run; a text is empty if it is not known.
   *
   * @param commit the commit that was measured; it ends with -dirty if the working tree had changes
   * @param load the mean number of running processes in the minute before the run
   */
  public record Conditions(String date, String commit, String machine, String load) {}

  public static Results read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new Results(List.of());
    }
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      return new Results(lines.stream().map(Results::row).toList());
    }
  }

  /** These rows; a row of the same figure on the same machine is replaced and keeps its aim. */
  public Results with(Row row) {
    var all = new ArrayList<Row>();
    boolean replaced = false;
    for (Row old : rows) {
      boolean isSame = old.isOf(row);
      all.add(isSame ? new Row(row.figure(), row.value(), aim(old, row), row.conditions()) : old);
      replaced |= isSame;
    }
    if (!replaced) {
      all.add(row);
    }
    return new Results(all);
  }

  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, text());
  }

  String text() throws IOException {
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(COLUMNS);
      for (Row row : rows) {
        Conditions run = row.conditions();
        csv.writeRecord(
            List.of(
                row.figure(),
                row.value(),
                row.aim(),
                run.date(),
                run.commit(),
                run.machine(),
                run.load()));
      }
    }
    return text.toString();
  }

  private static String aim(Row old, Row row) {
    return row.aim().isEmpty() ? old.aim() : row.aim();
  }

  private static Row row(NamedCsvRecord line) {
    return new Row(
        line.getField("figure"),
        line.getField("value"),
        line.getField("aim"),
        new Conditions(
            line.getField("date"),
            line.getField("commit"),
            line.getField("machine"),
            line.getField("load")));
  }
}
