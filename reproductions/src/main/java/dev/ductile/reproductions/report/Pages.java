package dev.ductile.reproductions.report;

import dev.ductile.reports.Html;
import dev.ductile.reports.PlainPage;
import dev.ductile.reports.Plot;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.claim.Finding;
import dev.ductile.reproductions.claim.Verdict;
import dev.ductile.reproductions.experiment.Grid;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reproductions as self-contained pages. */
final class Pages {
  static final String INDEX = "index.html";

  private Pages() {}

  /** One figure: the drawing, its numbers beside the paper's, and the claims. */
  static String one(Reproduced one, String command, boolean hasPicture) {
    Reproduction reproduction = one.reproduction();
    String name = Html.text(reproduction.name());
    String picture =
        hasPicture
            ? Plot.ENDINGS.stream().map(ending -> link(name, ending)).collect(Collectors.joining())
            : "";
    String lead =
        """
        <p class="about">%s, %s · %s · <a href="%s.csv">CSV</a>%s · <a href="%s">all</a></p>
        <div class="command"><h2>Repeat it</h2><pre><code>%s</code></pre></div>\
        """
            .formatted(
                Html.text(reproduction.paper().toString()),
                Html.text(reproduction.figure()),
                counts(one.claims()),
                name,
                picture,
                INDEX,
                Html.text(command));
    String body =
        "<section class=\"drawn\"><h2>%s</h2>%s</section>\n<section>%s</section>\n%s%s"
            .formatted(
                Html.text(reproduction.figure()),
                SvgFigure.of(one),
                numbers(one),
                remarks(reproduction),
                claims(one));
    return page("Reproduction", reproduction.title(), lead, body);
  }

  private static String link(String name, String ending) {
    return " · <a href=\"%s%s\">%s</a>"
        .formatted(name, ending, ending.substring(1).toUpperCase(Locale.ROOT));
  }

  /** The figures of each paper, in order. */
  static Map<String, List<Reproduced>> byPaper(List<Reproduced> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                one -> one.reproduction().paper().toString(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** All figures by paper, with the verdict on each claim. */
  static String index(List<Reproduced> all) {
    Map<String, List<Reproduced>> papers = byPaper(all);
    List<CheckedClaim> claims = all.stream().flatMap(one -> one.claims().stream()).toList();
    var body = new StringBuilder();
    papers.forEach((paper, figures) -> body.append(paper(paper, figures)));
    return page(
        "Ductile",
        "Reproductions",
        "<p class=\"about\">%s</p>".formatted(counts(claims)),
        body.toString());
  }

  private static String paper(String paper, List<Reproduced> figures) {
    return "<section><h2>%s</h2>%s</section>\n"
        .formatted(
            Html.text(paper), figures.stream().map(Pages::entry).collect(Collectors.joining()));
  }

  private static String entry(Reproduced one) {
    return """
    <article>
    <h3><a href="%s.html">%s</a>: %s</h3>
    <ul class="claims">%s</ul>
    </article>
    """
        .formatted(
            Html.text(one.reproduction().name()),
            Html.text(one.reproduction().figure()),
            Html.text(one.reproduction().title()),
            one.claims().stream()
                .map(claim ->
                    "<li>%s %s</li>".formatted(badge(claim), Html.text(claim.claim().claim())))
                .collect(Collectors.joining("\n")));
  }

  static String counts(List<CheckedClaim> claims) {
    var parts = new ArrayList<String>();
    for (Verdict verdict : Verdict.values()) {
      long count = claims.stream().filter(claim -> claim.verdict() == verdict).count();
      if (count > 0) {
        parts.add("%d %s".formatted(count, verdict.words()));
      }
    }
    return "%d %s: %s"
        .formatted(
            claims.size(), claims.size() == 1 ? "claim" : "claims", String.join(", ", parts));
  }

  private static String badge(CheckedClaim judged) {
    return "<span class=\"verdict %s\">%s</span>"
        .formatted(
            judged.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'),
            judged.verdict().words());
  }

  private static String numbers(Reproduced one) {
    Grid grid = one.grid();
    var headings = new ArrayList<String>();
    headings.add("");
    grid.points().forEach(point -> headings.add(point.name()));
    var rows = new ArrayList<Html.Row>();
    for (int i = 0; i < grid.lines().size(); i++) {
      var cells = new ArrayList<Html.Cell>();
      for (int j = 0; j < grid.points().size(); j++) {
        Optional<Double> theirs =
            one.reproduction().theirs().of(grid.lines().get(i), grid.points().get(j));
        String below =
            theirs
                .map(value -> "<small>theirs %s</small>".formatted(NumberText.given(value)))
                .orElse("");
        cells.add(
            Html.Cell.of(
                NumberText.text(grid.cell(i, j).interval()) + below, grid.cell(i, j).mean()));
      }
      rows.add(new Html.Row(grid.lines().get(i), "", cells));
    }
    return Html.table(caption(one), headings, rows);
  }

  static String caption(Reproduced one) {
    int seeds = one.grid().cell(0, 0).values().size();
    String chance = seeds > 1 ? "; mean of %d seeds ± its 95%% interval".formatted(seeds) : "";
    return "%s by %s%s"
        .formatted(one.reproduction().y().title(), one.reproduction().x().title(), chance);
  }

  private static String remarks(Reproduction reproduction) {
    return list("Readings", reproduction.readings()) + list("Notes", reproduction.notes());
  }

  private static String list(String heading, List<String> sentences) {
    return sentences.isEmpty()
        ? ""
        : "<section><h2>%s</h2><ul>%s</ul></section>\n"
            .formatted(
                heading,
                sentences.stream()
                    .map(sentence -> "<li>%s</li>".formatted(Html.text(sentence)))
                    .collect(Collectors.joining()));
  }

  private static String claims(Reproduced one) {
    return "<section><h2>Claims</h2><ul class=\"claims\">%s</ul></section>"
        .formatted(one.claims().stream().map(Pages::claim).collect(Collectors.joining("\n")));
  }

  private static String claim(CheckedClaim judged) {
    var text = new StringBuilder();
    text.append("<li>%s %s".formatted(badge(judged), Html.text(judged.claim().claim())));
    for (Finding finding : judged.findings()) {
      text.append(
          "<p class=\"note\">%s %s</p>"
              .formatted(finding.holds() ? "✓" : "✗", Html.text(finding.measured())));
    }
    judged.claim().reading().ifPresent(reading -> text.append(remark("Reading", reading)));
    if (!judged.verdict().holds()) {
      judged.claim().because().ifPresent(because -> text.append(remark("Because", because)));
    }
    return text.append("</li>").toString();
  }

  private static String remark(String kind, String sentence) {
    return "<p class=\"note\">%s: %s</p>".formatted(kind, Html.text(sentence));
  }

  private static String page(String kind, String title, String lead, String body) {
    return new PlainPage(kind, title, lead, body, style()).html();
  }

  private static String style() {
    try (InputStream in =
        Optional.ofNullable(Pages.class.getResourceAsStream("reproductions.css")).orElseThrow()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read reproductions.css", e);
    }
  }
}
