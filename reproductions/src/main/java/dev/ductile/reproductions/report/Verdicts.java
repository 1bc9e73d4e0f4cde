package dev.ductile.reproductions.report;

import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.claim.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The verdict on every claim in Markdown: a table for each paper. */
final class Verdicts {
  private Verdicts() {}

  static String of(List<Reproduced> all) {
    Map<String, List<Reproduced>> papers = Pages.byPaper(all);
    var text = new StringBuilder();
    if (all.stream().anyMatch(one -> one.reproduction().quick())) {
      text.append("This is the quick form: its verdicts mean little.\n\n");
    }
    papers.forEach((paper, figures) -> text.append(table(paper, figures)));
    return text.toString();
  }

  private static String table(String paper, List<Reproduced> figures) {
    var text = new StringBuilder();
    text.append("## %s\n\n".formatted(paper));
    text.append(readings(figures));
    text.append("| figure | claim | verdict | measured |\n|---|---|---|---|\n");
    for (Reproduced figure : figures) {
      figure.claims().forEach(claim -> text.append(row(figure, claim)));
    }
    return text.append('\n').toString();
  }

  /** The assumptions, each once, with the figures that depend on them. */
  static String readings(List<Reproduced> figures) {
    var known = new LinkedHashMap<String, List<String>>();
    for (Reproduced figure : figures) {
      for (String reading : figure.reproduction().readings()) {
        known.computeIfAbsent(reading, _ -> new ArrayList<>()).add(figure.reproduction().figure());
      }
    }
    var text = new StringBuilder();
    known.forEach((reading, users) ->
        text.append("- %s *(%s)*\n".formatted(reading, String.join(", ", users))));
    return known.isEmpty() ? "" : "Readings:\n\n%s\n".formatted(text);
  }

  private static String row(Reproduced figure, CheckedClaim judged) {
    return "| %s | %s".formatted(cell(figure.reproduction().figure()), cells(judged));
  }

  /** The rest of a row: the claim, its verdict and the numbers that decided it. */
  static String cells(CheckedClaim judged) {
    String measured =
        judged.findings().stream().map(Verdicts::told).collect(Collectors.joining("; "));
    return "%s | %s | %s |\n"
        .formatted(
            cell(judged.claim().claim()),
            judged.verdict().words() + cell(remark(judged)),
            cell(measured));
  }

  private static String told(Finding finding) {
    return finding.holds() ? finding.measured() : "**no:** " + finding.measured();
  }

  private static String remark(CheckedClaim judged) {
    return judged.verdict().holds()
        ? judged.claim().reading().map(reading -> ": " + reading).orElse("")
        : judged.claim().because().map(because -> ": " + because).orElse("");
  }

  static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
