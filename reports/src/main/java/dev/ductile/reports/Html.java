package dev.ductile.reports;

import dev.ductile.text.PlainValue;
import java.util.List;
import java.util.stream.Collectors;

/** Text and tables as HTML. */
public final class Html {
  private Html() {}

  /** Text with markup escaped. */
  public static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A cell as HTML with the value by which it is sorted. */
  public record Cell(String html, double order, String kind) {
    public static Cell of(String html, double order) {
      return new Cell(html, order, "");
    }

    private String render() {
      String value = Double.isFinite(order) ? " data-order=\"" + PlainValue.text(order) + "\"" : "";
      String look = kind.isEmpty() ? "" : " class=\"" + kind + "\"";
      return "<td%s%s>%s</td>".formatted(value, look, html);
    }
  }

  /** A line of a table, headed by a name. */
  public record Row(String name, String kind, List<Cell> cells) {
    private String render() {
      String look = kind.isEmpty() ? "" : " class=\"" + kind + "\"";
      String rest = cells.stream().map(Cell::render).collect(Collectors.joining());
      return "<tr%s><th scope=\"row\">%s</th>%s</tr>".formatted(look, text(name), rest);
    }
  }

  /** A table that may scroll sideways in a narrow window. */
  public static String table(String caption, List<String> headings, List<Row> rows) {
    String head =
        headings.stream()
            .map(heading -> "<th scope=\"col\">%s</th>".formatted(text(heading)))
            .collect(Collectors.joining());
    String body = rows.stream().map(Row::render).collect(Collectors.joining("\n"));
    return """
    <div class="wide" tabindex="0" role="region" aria-label="%1$s"><table>
    <caption><span>%1$s</span></caption>
    <thead><tr>%2$s</tr></thead>
    <tbody>
    %3$s
    </tbody></table></div>
    """
        .formatted(text(caption), head, body);
  }
}
