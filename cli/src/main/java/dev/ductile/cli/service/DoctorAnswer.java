package dev.ductile.cli.service;

import dev.ductile.reports.Wrapped;
import java.util.List;
import java.util.Locale;

/** All findings of {@code ductile doctor}. */
public record DoctorAnswer(List<Finding> findings) {
  private static final String INDENT = "       ";

  public DoctorAnswer {
    findings = List.copyOf(findings);
  }

  /** Whether a check found a fault. */
  public boolean hasFault() {
    return findings.stream().anyMatch(Finding::isFault);
  }

  public Answer answer() {
    var list =
        new Listing<>(
            "findings",
            findings,
            List.of(
                Column.<Finding>of("result", DoctorAnswer::word),
                Column.of("check", Finding::check),
                Column.of("finding", Finding::sentence),
                Column.of("next", Finding::next)),
            List.of(),
            Finding::check);
    Answer rows = list.answer();
    return new Answer(rows.tree(), this::text, this::text, rows.csv(), rows.names());
  }

  private static String word(Finding finding) {
    return finding.verdict().name().toLowerCase(Locale.ROOT);
  }

  private String text(int width) {
    var text = new StringBuilder();
    for (Finding finding : findings) {
      String line = "%-5s  %s: %s".formatted(word(finding), finding.check(), finding.sentence());
      text.append(Wrapped.text(line, INDENT, width).substring(INDENT.length()));
      if (!finding.next().isEmpty()) {
        text.append(Wrapped.text("next: " + finding.next(), INDENT, width));
      }
    }
    return text.toString();
  }
}
