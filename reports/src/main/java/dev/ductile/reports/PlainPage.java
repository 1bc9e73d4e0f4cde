package dev.ductile.reports;

import java.util.Map;

/**
 * A page of text, tables and drawings in the style of the report: one file without scripts.
 *
 * @param kind the kind of page
 * @param lead the HTML after the title
 * @param body the HTML below
 * @param style CSS beside the report's own
 */
public record PlainPage(String kind, String title, String lead, String body, String style) {
  public String html() {
    String all = Page.resource("report.css") + "\n" + Page.resource("figures.css") + "\n" + style;
    return Page.filled(
        Page.resource("plain.html"),
        Map.of(
            "title",
            Html.text(title),
            "kind",
            Html.text(kind),
            "lead",
            lead,
            "body",
            body,
            "style",
            all,
            "styleHash",
            Page.hash(all)));
  }
}
