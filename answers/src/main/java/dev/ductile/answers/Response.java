package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.ductile.reports.OutputDocument;
import dev.ductile.reports.TextTable;
import java.io.StringWriter;
import java.util.List;

/** An answer in every form: a JSON tree for programs, rows for people and spreadsheets. */
public record Response(ObjectNode tree, List<String> columns, List<List<String>> rows) {
  /** The forms of an answer, as options and requests name them. */
  public enum Form {
    table,
    json,
    yaml,
    csv
  }

  public String in(Response.Form form) {
    return switch (form) {
      case table -> table();
      case json -> new OutputDocument(tree).json();
      case yaml -> new OutputDocument(tree).yaml();
      case csv -> csv();
    };
  }

  private String table() {
    var table =
        new TextTable(
            columns.stream().map(name -> name.toUpperCase(java.util.Locale.ROOT)).toList());
    rows.forEach(table::add);
    return table.toString();
  }

  private String csv() {
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(columns);
      rows.forEach(csv::writeRecord);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return text.toString();
  }
}
