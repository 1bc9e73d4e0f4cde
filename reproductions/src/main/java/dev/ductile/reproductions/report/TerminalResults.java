package dev.ductile.reproductions.report;

import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.claim.Finding;
import dev.ductile.reproductions.experiment.Grid;
import java.util.ArrayList;
import java.util.List;

/** A reproduction as text for a terminal: our numbers beside the paper's, then the claims. */
public final class TerminalResults {
  private static final String SURPRISE = "  This is not what the file expects.\n";
  private static final String QUICK = "\nThis was the quick form: its verdicts mean little.\n";

  private TerminalResults() {}

  /** The text in a terminal of this width. */
  public static String of(Reproduced reproduced, int width) {
    Reproduction reproduction = reproduced.reproduction();
    var text = new StringBuilder();
    text.append(Wrapped.text(reproduction.name() + ": " + reproduction.title(), "", width));
    text.append(
        Wrapped.text("%s, %s".formatted(reproduction.paper(), reproduction.figure()), "", width));
    String axes = "%s by %s".formatted(reproduction.y().title(), reproduction.x().title());
    text.append(Wrapped.text(axes, "", width)).append('\n');
    text.append(table(reproduced).in(width));
    reproduction
        .readings()
        .forEach(reading ->
            text.append('\n')
                .append(Wrapped.text("reading: " + reading, "", width).stripTrailing()));
    reproduction
        .notes()
        .forEach(note ->
            text.append('\n').append(Wrapped.text("note: " + note, "", width).stripTrailing()));
    text.append(reproduction.readings().isEmpty() && reproduction.notes().isEmpty() ? "" : "\n");
    text.append('\n');
    for (CheckedClaim claim : reproduced.claims()) {
      text.append(claim(claim, width));
      text.append(reproduced.surprises().contains(claim) ? SURPRISE : "");
    }
    text.append(reproduction.quick() ? QUICK : "");
    return text.toString();
  }

  private static TextTable table(Reproduced reproduced) {
    Grid grid = reproduced.grid();
    var heading = new ArrayList<String>();
    heading.add("");
    grid.points().forEach(point -> heading.add(point.name()));
    var table = new TextTable(heading);
    for (int i = 0; i < grid.lines().size(); i++) {
      int line = i;
      table.add(
          row(
              grid.lines().get(i),
              grid.rows().get(i).stream().map(cell -> NumberText.text(cell.interval())).toList()));
      List<String> theirs =
          grid.points().stream()
              .map(point ->
                  reproduced
                      .reproduction()
                      .theirs()
                      .of(grid.lines().get(line), point)
                      .map(NumberText::given)
                      .orElse(""))
              .toList();
      if (theirs.stream().anyMatch(number -> !number.isEmpty())) {
        table.add(row("  theirs", theirs));
      }
    }
    return table;
  }

  private static List<String> row(String name, List<String> cells) {
    var row = new ArrayList<String>();
    row.add(name);
    row.addAll(cells);
    return row;
  }

  private static String claim(CheckedClaim judged, int width) {
    var text = new StringBuilder();
    text.append(Wrapped.text(judged.verdict().words() + ": " + judged.claim().claim(), "", width));
    for (Finding finding : judged.findings()) {
      String word = finding.holds() ? "yes:" : "no: ";
      text.append(Wrapped.text(word + " " + finding.measured(), "  ", width));
    }
    judged
        .claim()
        .reading()
        .ifPresent(reading -> text.append(Wrapped.text("reading: " + reading, "  ", width)));
    if (!judged.verdict().holds()) {
      judged
          .claim()
          .because()
          .ifPresent(because -> text.append(Wrapped.text("because: " + because, "  ", width)));
    }
    return text.toString();
  }
}
