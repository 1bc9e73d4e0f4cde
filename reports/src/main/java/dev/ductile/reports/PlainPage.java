package dev.ductile.reports;

import java.util.Map;

/**
 * A page of text, tables and drawings in the look of the report: one file without scripts.
 *
 * @param kind what sort of page it is
 * @param lead what follows the title, as HTML
 * @param body all below, as HTML
 * @param style what it needs beside the report's own style
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
