package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.ductile.reports.OutputDocument;
import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * An answer in every form: a JSON tree for programs, rows for people and spreadsheets.
 *
 * @param details columns that a table leaves out if it is too wide, the least important first
 */
public record Response(
    ObjectNode tree, List<String> columns, List<List<String>> rows, List<String> details) {
  public Response(ObjectNode tree, List<String> columns, List<List<String>> rows) {
    this(tree, columns, rows, List.of());
  }

  /** The forms of an answer, as options and requests name them. */
  public enum Form {
    table,
    json,
    yaml,
    csv
  }

  /** The answer with a line for each row of a table. */
  public String in(Response.Form form) {
    return in(form, TextTable.UNLIMITED);
  }

  /** The answer; a table fits a terminal of this width. */
  public String in(Response.Form form, int width) {
    return switch (form) {
      case table -> table(width);
      case json -> new OutputDocument(tree).json();
      case yaml -> new OutputDocument(tree).yaml();
      case csv -> csv();
    };
  }

  private String table(int width) {
    for (int left = 0; left < details.size(); left++) {
      TextTable table = table(details.subList(0, left));
      if (table.fits(width)) {
        return table.toString() + note(left, width);
      }
    }
    return table(details).in(width) + note(details.size(), width);
  }

  private String note(int left, int width) {
    return left == 0
        ? ""
        : "\n"
            + Wrapped.text(
                "not shown: %s; a wider terminal or -o csv shows them"
                    .formatted(String.join(", ", details.subList(0, left))),
                "",
                width);
  }

  private TextTable table(List<String> without) {
    List<Integer> shown =
        IntStream.range(0, columns.size())
            .filter(i -> !without.contains(columns.get(i)))
            .boxed()
            .toList();
    var table =
        new TextTable(shown.stream().map(i -> columns.get(i).toUpperCase(Locale.ROOT)).toList());
    rows.forEach(row -> table.add(shown.stream().map(row::get).toList()));
    return table;
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
