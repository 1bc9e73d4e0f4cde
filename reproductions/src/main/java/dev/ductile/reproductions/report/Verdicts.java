package dev.ductile.reproductions.report;

import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.claim.Finding;
import dev.ductile.reproductions.claim.Judged;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What came of every claim as a document in Markdown: a table for each paper. */
final class Verdicts {
  private Verdicts() {}

  static String of(List<Reproduced> all) {
    Map<String, List<Reproduced>> papers =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.reproduction().paper().toString(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    var text = new StringBuilder();
    papers.forEach((paper, figures) -> text.append(table(paper, figures)));
    return text.toString();
  }

  private static String table(String paper, List<Reproduced> figures) {
    var text = new StringBuilder();
    text.append(
        "## %s\n\n| figure | claim | verdict | measured |\n|---|---|---|---|\n".formatted(paper));
    for (Reproduced figure : figures) {
      figure.claims().forEach(claim -> text.append(row(figure, claim)));
    }
    return text.append('\n').toString();
  }

  private static String row(Reproduced figure, Judged judged) {
    String measured =
        judged.findings().stream().map(Verdicts::told).collect(Collectors.joining("; "));
    return "| %s | %s | %s | %s |\n"
        .formatted(
            cell(figure.reproduction().figure()),
            cell(judged.claim().claim()),
            judged.verdict().words() + cell(remark(judged)),
            cell(measured));
  }

  private static String told(Finding finding) {
    return finding.holds() ? finding.measured() : "**no:** " + finding.measured();
  }

  private static String remark(Judged judged) {
    return judged.verdict().holds()
        ? judged.claim().reading().map(reading -> ": " + reading).orElse("")
        : judged.claim().because().map(because -> ": " + because).orElse("");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
