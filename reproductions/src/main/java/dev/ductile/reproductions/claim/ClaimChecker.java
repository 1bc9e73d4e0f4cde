package dev.ductile.reproductions.claim;

import dev.ductile.reproductions.experiment.Cell;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.experiment.Point;
import dev.ductile.simulator.Interval;
import dev.ductile.text.Scalars;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks claims against the numbers. */
public final class ClaimChecker {
  private final Grid ours;
  private final PublishedNumbers theirs;
  private final boolean rests;

  /**
   * @param rests whether the whole figure depends on an assumption about the paper
   */
  public ClaimChecker(Grid ours, PublishedNumbers theirs, boolean rests) {
    this.ours = ours;
    this.theirs = theirs;
    this.rests = rests;
  }

  public CheckedClaim judged(Claim claim) {
    List<Finding> findings = claim.all().stream().map(this::finding).toList();
    return new CheckedClaim(claim, verdict(claim, findings), findings);
  }

  private Verdict verdict(Claim claim, List<Finding> findings) {
    if (findings.isEmpty()) {
      return Verdict.NOT_JUDGED;
    }
    if (!findings.stream().allMatch(Finding::holds)) {
      return Verdict.NOT;
    }
    if (findings.stream().anyMatch(Finding::mayBeChance)) {
      return Verdict.MAY_BE_CHANCE;
    }
    return rests || claim.reading().isPresent() ? Verdict.UNDER_A_READING : Verdict.REPRODUCED;
  }

  private Finding finding(Check check) {
    List<Integer> columns = columns(check);
    if (columns.isEmpty()) {
      return new Finding(
          false, check.within().isPresent() ? "nothing to compare" : "none of its points is there");
    }
    Optional<Integer> blank =
        columns.stream().filter(column -> !hasNumbers(check, column)).findFirst();
    if (blank.isPresent()) {
      return new Finding(false, "no number at " + name(blank.get()));
    }
    if (check.is().isPresent() || check.within().isPresent()) {
      return near(check, columns);
    }
    if (check.below().isPresent()) {
      return beside(check, columns, check.below().get(), -1);
    }
    if (check.above().isPresent()) {
      return beside(check, columns, check.above().get(), 1);
    }
    if (check.most().isPresent()) {
      return extreme(check, columns, check.most().get(), 1);
    }
    if (check.least().isPresent()) {
      return extreme(check, columns, check.least().get(), -1);
    }
    return steady(check, columns, check.increasing().isPresent() ? 1 : -1);
  }

  /** The points of a check. */
  private List<Integer> columns(Check check) {
    var columns = new ArrayList<Integer>();
    List<String> named = check.points();
    for (int i = 0; i < ours.points().size(); i++) {
      Point point = ours.points().get(i);
      boolean isNamed = named.isEmpty() || named.stream().anyMatch(point::isCalled);
      double at = point.at().orElse(0);
      if (isNamed
          && at >= check.from().orElse(Double.NEGATIVE_INFINITY)
          && at <= check.to().orElse(Double.POSITIVE_INFINITY)
          && isCompared(check, point)) {
        columns.add(i);
      }
    }
    return columns;
  }

  /** Points without a number of the paper are left out of comparisons with the paper. */
  private boolean isCompared(Check check, Point point) {
    return check.within().isEmpty() || wanted(check, point).isPresent();
  }

  private boolean hasNumbers(Check check, int column) {
    return Double.isFinite(cell(check, column).mean())
        && Stream.of(check.below(), check.above())
            .flatMap(Optional::stream)
            .flatMap(other -> lineOf(other, column).stream())
            .allMatch(other -> Double.isFinite(other.mean()));
  }

  private Cell cell(Check check, int column) {
    Cell cell = cell(check.line(), column);
    return check.of().map(base -> cell.over(cell(base, column))).orElse(cell);
  }

  private Cell cell(String line, int column) {
    return ours.cell(ours.lines().indexOf(line), column);
  }

  private String name(int column) {
    return ours.points().get(column).name();
  }

  private Finding near(Check check, List<Integer> columns) {
    double worst = -1;
    String told = "";
    for (int column : columns) {
      double mean = cell(check, column).mean();
      double wanted = wanted(check, ours.points().get(column)).orElseThrow();
      double off = mean == wanted ? 0 : Math.abs(mean - wanted) / Math.abs(wanted);
      if (off > worst) {
        worst = off;
        told =
            "%s against %s at %s, %s off"
                .formatted(text(mean), text(wanted), name(column), percent(off));
      }
    }
    return new Finding(worst <= check.within().orElseThrow().part(), told);
  }

  /** The expected value: that of the check, or else the paper's own. */
  private Optional<Double> wanted(Check check, Point point) {
    if (check.is().isPresent()) {
      return Optional.of(check.is().getAsDouble());
    }
    Optional<Double> one = theirs.of(check.line(), point);
    return check
        .of()
        .map(base -> one.flatMap(value -> theirs.of(base, point).map(other -> value / other)))
        .orElse(one);
  }

  /**
   * @param side 1 for above, -1 for below
   */
  private Finding beside(Check check, List<Integer> columns, Written other, int side) {
    double by = check.by().map(Share::part).orElse(0.0);
    double smallest = Double.POSITIVE_INFINITY;
    String told = "";
    var doubtful = new ArrayList<String>();
    for (int column : columns) {
      Cell mine = cell(check, column);
      Cell bound = lineOf(other, column).orElseGet(() -> mine.constant(Scalars.number(other)));
      double difference = side * (mine.mean() - bound.mean());
      double ahead = difference == 0 ? -by : difference / Math.abs(bound.mean()) - by;
      if (told.isEmpty() || ahead < smallest) {
        smallest = ahead;
        told =
            "%s against %s at %s, the closest"
                .formatted(text(mine.mean()), text(bound.mean()), name(column));
      }
      if (mayBeChance(mine.above(bound))) {
        doubtful.add(name(column));
      }
    }
    String chance = doubtful.isEmpty() ? "" : "; may be chance at " + String.join(", ", doubtful);
    return new Finding(smallest > 0, told + chance, !doubtful.isEmpty());
  }

  /** Whether seeds differ by more than the mean difference; unknown with one seed. */
  private static boolean mayBeChance(Interval difference) {
    return difference.low() < 0 && difference.high() > 0;
  }

  private Optional<Cell> lineOf(Written other, int column) {
    return other.node().isTextual() && ours.lines().contains(other.node().textValue())
        ? Optional.of(cell(other.node().textValue(), column))
        : Optional.empty();
  }

  private Finding extreme(Check check, List<Integer> columns, Written where, int side) {
    int best = columns.getFirst();
    for (int column : columns) {
      if (side * cell(check, column).mean() > side * cell(check, best).mean()) {
        best = column;
      }
    }
    boolean holds = Check.names(where).stream().anyMatch(ours.points().get(best)::isCalled);
    return new Finding(holds, "%s at %s".formatted(text(cell(check, best).mean()), name(best)));
  }

  private Finding steady(Check check, List<Integer> columns, int side) {
    for (int i = 1; i < columns.size(); i++) {
      double before = cell(check, columns.get(i - 1)).mean();
      double after = cell(check, columns.get(i)).mean();
      if (!(side * (after - before) >= 0)) {
        return new Finding(
            false,
            "%s at %s, then %s at %s"
                .formatted(
                    text(before), name(columns.get(i - 1)), text(after), name(columns.get(i))));
      }
    }
    return new Finding(
        columns.size() > 1,
        "from %s to %s"
            .formatted(
                text(cell(check, columns.getFirst()).mean()),
                text(cell(check, columns.getLast()).mean())));
  }

  /** Refuses a check of an unknown line or point. */
  public static void require(Written written, Check check, List<String> lines, List<Point> points) {
    requireLine(written.need("line"), check.line(), lines);
    check.of().ifPresent(base -> requireLine(written.need("of"), base, lines));
    for (Optional<Written> other : List.of(check.below(), check.above())) {
      other
          .filter(one -> !one.node().isNumber())
          .ifPresent(one -> requireLine(one, Scalars.text(one), lines));
    }
    for (Optional<Written> named : List.of(check.x(), check.most(), check.least())) {
      named.ifPresent(one -> requirePoints(one, points));
    }
    for (String end : List.of("from", "to")) {
      written.get(end).ifPresent(one -> requireNumbers(one, points));
    }
  }

  private static void requireLine(Written written, String line, List<String> lines) {
    if (!lines.contains(line)) {
      throw written.wrong(
          "names \"%s\", which is no line%s".formatted(line, Suggestion.phrase(line, lines)));
    }
  }

  private static void requirePoints(Written written, List<Point> points) {
    for (String name : Check.names(written)) {
      if (points.stream().noneMatch(point -> point.isCalled(name))) {
        throw written.wrong(
            "names %s, which is no point%s"
                .formatted(
                    name, Suggestion.phrase(name, points.stream().map(Point::name).toList())));
      }
    }
  }

  private static void requireNumbers(Written end, List<Point> points) {
    for (Point point : points) {
      if (point.at().isEmpty()) {
        throw end.wrong(
            "is for points that are numbers, and %s is none; name points by x"
                .formatted(point.name()));
      }
    }
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.0f" : "%.4g", value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", share * 100);
  }
}
