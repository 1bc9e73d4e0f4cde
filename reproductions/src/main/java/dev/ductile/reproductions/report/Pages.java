package dev.ductile.reproductions.report;

import dev.ductile.reproductions.Reproduced;
import dev.ductile.simulator.report.Html;
import java.util.List;
import java.util.stream.Collectors;

/** Reproductions as pages. */
final class Pages {
  private Pages() {}

  static String one(Reproduced one) {
    return page(
        one.reproduction().title(),
        "<img src=\"%s.png\" alt=\"\"><pre>%s</pre>"
            .formatted(one.reproduction().name(), Html.text(Telling.of(one))));
  }

  static String index(List<Reproduced> all) {
    return page(
        "Reproductions",
        all.stream()
            .map(one ->
                "<p><a href=\"%s.html\">%s</a></p>"
                    .formatted(one.reproduction().name(), Html.text(one.reproduction().title())))
            .collect(Collectors.joining("\n")));
  }

  private static String page(String title, String body) {
    return "<!doctype html><meta charset=\"utf-8\"><title>%s</title><h1>%s</h1>%s"
        .formatted(Html.text(title), Html.text(title), body);
  }
}
