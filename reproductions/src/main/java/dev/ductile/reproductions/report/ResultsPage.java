package dev.ductile.reproductions.report;

import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.experiment.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Reproductions as one page in Markdown: for each figure its numbers beside those of the paper, and
 * the verdicts.
 */
public final class ResultsPage {
  /** The name of the page in the folder of an exhibition. */
  public static final String FILE = "results.md";

  private static final int MOST_COLUMNS = 12;

  private ResultsPage() {}

  static String of(List<Reproduced> all) {
    Map<String, List<Reproduced>> papers = Pages.byPaper(all);
    var text = new StringBuilder();
    text.append(
        """
        # Reproduced figures

        *Reference.* The figures of five papers, computed again, with a verdict on each claim.

        The command `ductile reproduce --all --out FOLDER` generates this page (`FOLDER/%s`).
        [Reproductions](../explanation/reproductions.md) explains the verdicts.

        """
            .formatted(FILE));
    text.append(
        "%s.\n\n"
            .formatted(Pages.counts(all.stream().flatMap(one -> one.claims().stream()).toList())));
    papers.forEach((paper, figures) -> {
      text.append("## %s\n\n%s".formatted(paper, Verdicts.readings(figures)));
      figures.forEach(figure -> text.append(figure(figure)));
    });
    return text.toString().stripTrailing() + "\n";
  }

  /** The part of the page about one figure. */
  public static String figure(Reproduced one) {
    Reproduction reproduction = one.reproduction();
    var text = new StringBuilder(heading(reproduction) + "\n\n");
    text.append(caption(one)).append("\n\n").append(numbers(one)).append('\n');
    reproduction.notes().forEach(note -> text.append("- %s\n".formatted(note)));
    text.append(reproduction.notes().isEmpty() ? "" : "\n");
    text.append("| claim | verdict | measured |\n|---|---|---|\n");
    one.claims().forEach(claim -> text.append("| %s".formatted(Verdicts.cells(claim))));
    return text.append('\n').toString();
  }

  /** The heading of a figure's part. */
  public static String heading(Reproduction one) {
    return "### %s: %s (`%s`)".formatted(one.figure(), one.title(), one.name());
  }

  private static String caption(Reproduced one) {
    int all = one.grid().points().size();
    String part =
        all > MOST_COLUMNS ? " (%d of %d points)".formatted(columns(one.grid()).size(), all) : "";
    return "%s%s.".formatted(Pages.caption(one), part);
  }

  private static String numbers(Reproduced one) {
    Grid grid = one.grid();
    List<Integer> columns = columns(grid);
    var text = new StringBuilder();
    text.append(row("", columns.stream().map(column -> grid.points().get(column).name()).toList()));
    text.append("|---").repeat("|---", columns.size()).append("|\n");
    for (int i = 0; i < grid.lines().size(); i++) {
      int line = i;
      text.append(
          row(
              grid.lines().get(i),
              columns.stream()
                  .map(column -> NumberText.text(grid.cell(line, column).interval()))
                  .toList()));
      text.append(theirs(one, grid.lines().get(i), columns));
    }
    return text.toString();
  }

  private static String theirs(Reproduced one, String line, List<Integer> columns) {
    List<String> cells =
        columns.stream()
            .map(one.grid().points()::get)
            .map(point -> theirs(one, line, point))
            .toList();
    return cells.stream().allMatch(String::isEmpty) ? "" : row("*theirs*", cells);
  }

  private static String theirs(Reproduced one, String line, Point point) {
    return one.reproduction().theirs().of(line, point).map(NumberText::given).orElse("");
  }

  private static String row(String name, List<String> cells) {
    var row = new ArrayList<String>();
    row.add(Verdicts.cell(name));
    cells.forEach(cell -> row.add(Verdicts.cell(cell)));
    return "| %s |\n".formatted(String.join(" | ", row));
  }

  /** The first and the last point, and some at equal distances between them. */
  private static List<Integer> columns(Grid grid) {
    int all = grid.points().size();
    int shown = Math.min(all, MOST_COLUMNS);
    return IntStream.range(0, shown)
        .map(column -> shown == 1 ? 0 : (int) Math.round(column * (all - 1.0) / (shown - 1)))
        .boxed()
        .toList();
  }
}
