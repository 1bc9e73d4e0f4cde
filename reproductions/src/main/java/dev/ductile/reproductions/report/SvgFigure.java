package dev.ductile.reproductions.report;

import dev.ductile.reports.Html;
import dev.ductile.reports.Palette;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.simulator.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A figure as SVG in a page: lines over numbers, bars over words, the paper's own numbers as rings.
 * Its colours follow the page's light or dark theme.
 */
final class SvgFigure {
  private static final double WIDTH = 760;
  private static final double HEIGHT = 420;
  private static final double LEFT = 74;
  private static final double RIGHT = 740;
  private static final double TOP = 14;
  private static final double BOTTOM = 366;
  private static final int X_TICKS = 8;
  private static final int Y_TICKS = 6;
  private static final double LETTER = 7.5;
  private static final double BARS = 0.76;
  private static final List<String> DASHES = List.of("", "7 4", "2 3", "9 3 2 3");

  private final Reproduced reproduced;
  private final Grid grid;
  private final boolean isLines;
  private final ChartAxis x;
  private final ChartAxis y;
  private final StringBuilder svg = new StringBuilder();

  private SvgFigure(Reproduced reproduced) {
    this.reproduced = reproduced;
    this.grid = reproduced.grid();
    this.isLines = isOverNumbers(grid);
    Reproduction reproduction = reproduced.reproduction();
    this.x =
        isLines
            ? ChartAxis.of(places(), false, reproduction.x().isLogarithmic(), LEFT + 12, RIGHT - 12)
            : new ChartAxis(0, grid.points().size(), LEFT, RIGHT, false, 1);
    this.y =
        ChartAxis.of(heights(), true, reproduction.y().isLogarithmic(), BOTTOM, TOP)
            .rounded(Y_TICKS);
  }

  /** Whether the points of a figure are numbers. */
  static boolean isOverNumbers(Grid grid) {
    return grid.points().size() > 1
        && grid.points().stream().allMatch(point -> point.at().isPresent());
  }

  static String of(Reproduced reproduced) {
    return new SvgFigure(reproduced).drawn();
  }

  private DoubleStream places() {
    return grid.points().stream().mapToDouble(point -> point.at().orElse(Double.NaN));
  }

  private DoubleStream heights() {
    var heights = new ArrayList<Double>();
    for (int line = 0; line < grid.lines().size(); line++) {
      for (int column = 0; column < grid.points().size(); column++) {
        Interval interval = grid.cell(line, column).interval();
        heights.addAll(List.of(interval.mean(), interval.low(), interval.high()));
        theirs(line, column).ifPresent(heights::add);
      }
    }
    return heights.stream().mapToDouble(Double::doubleValue);
  }

  private Optional<Double> theirs(int line, int column) {
    return reproduced.reproduction().theirs().of(grid.lines().get(line), grid.points().get(column));
  }

  private String drawn() {
    String label = Html.text(reproduced.reproduction().title());
    add("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">", WIDTH, HEIGHT, label);
    axes();
    for (int line = 0; line < grid.lines().size(); line++) {
      if (isLines) {
        line(line);
      } else {
        bars(line);
      }
    }
    add("</svg>");
    return svg + key();
  }

  private void axes() {
    for (double tick : y.ticks(Y_TICKS)) {
      double at = y.at(tick);
      add(
          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
          LEFT, RIGHT, at, at);
      add(
          "<text class=\"side\" x=\"%.1f\" y=\"%.1f\">%s</text>",
          LEFT - 8, at + 4, NumberText.given(tick));
    }
    add("<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>", LEFT, TOP, BOTTOM, RIGHT);
    if (isLines) {
      x.ticks(X_TICKS).forEach(tick -> number(x.at(tick), tick));
    } else {
      for (int i = 0; i < grid.points().size(); i++) {
        word(x.at(i + 0.5), grid.points().get(i).name());
      }
    }
    Reproduction reproduction = reproduced.reproduction();
    add(
        "<text class=\"title\" x=\"%.1f\" y=\"%.1f\">%s</text>",
        (LEFT + RIGHT) / 2, HEIGHT - 8, Html.text(reproduction.x().title()));
    add(
        "<text class=\"title\" transform=\"translate(15 %.1f) rotate(-90)\">%s</text>",
        (TOP + BOTTOM) / 2, Html.text(reproduction.y().title()));
  }

  private void number(double at, double tick) {
    add("<path class=\"axis\" d=\"M%.1f %.1fv5\"/>", at, BOTTOM);
    add(
        "<text class=\"under\" x=\"%.1f\" y=\"%.1f\">%s</text>",
        at, BOTTOM + 20, NumberText.given(tick));
  }

  /** A label below the axis; labels are slanted if they would overlap. */
  private void word(double at, String word) {
    double room = x.at(1) - x.at(0);
    boolean leans = grid.points().stream().anyMatch(point -> point.name().length() * LETTER > room);
    add(
        "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(%d)\">%s</text>",
        leans ? "side" : "under",
        at + (leans ? 6 : 0),
        BOTTOM + 18,
        leans ? -22 : 0,
        Html.text(word));
  }

  private void line(int line) {
    var path = new StringBuilder();
    for (int column = 0; column < grid.points().size(); column++) {
      double at = x.at(grid.points().get(column).at().orElse(0));
      Interval interval = grid.cell(line, column).interval();
      if (isThere(interval.mean())) {
        path.append(format("%s%.1f %.1f", path.isEmpty() ? "M" : "L", at, y.at(interval.mean())));
        whisker(at, interval, line);
      }
      ring(at, line, column);
    }
    if (!path.isEmpty()) {
      add("<path class=\"line\" stroke=\"%s\"%s d=\"%s\"/>", colour(line), dashes(line), path);
    }
  }

  private void bars(int line) {
    double width = BARS * (x.at(1) - x.at(0)) / grid.lines().size();
    for (int column = 0; column < grid.points().size(); column++) {
      double left = x.at(column + (1 - BARS) / 2) + line * width;
      Interval interval = grid.cell(line, column).interval();
      if (isThere(interval.mean())) {
        double top = y.at(interval.mean());
        add(
            "<rect fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s: %s</title></rect>",
            colour(line),
            left + 1,
            top,
            Math.max(1, width - 2),
            Math.max(0, BOTTOM - top),
            Html.text(grid.lines().get(line)),
            NumberText.text(interval));
        whisker(left + width / 2, interval, line);
      }
      ring(left + width / 2, line, column);
    }
  }

  private void whisker(double at, Interval interval, int line) {
    if (!isThere(interval.low()) || !(interval.high() > interval.low())) {
      return;
    }
    add(
        "<path class=\"whisker\" stroke=\"%s\" d=\"M%.1f %.1fV%.1fm-4 0h8m-8 %.1fh8\"/>",
        isLines ? colour(line) : "currentColor",
        at,
        y.at(interval.low()),
        y.at(interval.high()),
        y.at(interval.low()) - y.at(interval.high()));
  }

  private void ring(double at, int line, int column) {
    theirs(line, column)
        .filter(this::isThere)
        .ifPresent(value ->
            add(
                "<circle class=\"ring\" stroke=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"><title>%s, theirs: %s</title></circle>",
                isLines ? colour(line) : "currentColor",
                at,
                y.at(value),
                Html.text(grid.lines().get(line)),
                NumberText.given(value)));
  }

  private boolean isThere(double value) {
    return Double.isFinite(value) && (value > 0 || !y.log());
  }

  private String key() {
    var key = new StringBuilder("<ul class=\"names\">");
    IntStream.range(0, grid.lines().size())
        .forEach(line ->
            key.append(
                format(
                    "<li><svg viewBox=\"0 0 26 12\"><path class=\"%s\" stroke=\"%s\"%s d=\"M0 6H26\"/></svg>%s</li>",
                    isLines ? "line" : "patch",
                    colour(line),
                    isLines ? dashes(line) : "",
                    Html.text(grid.lines().get(line)))));
    if (!reproduced.reproduction().theirs().isEmpty()) {
      key.append(
          "<li><svg viewBox=\"0 0 26 12\"><circle class=\"ring\" stroke=\"currentColor\" cx=\"13\" cy=\"6\" r=\"5\"/></svg>theirs</li>");
    }
    return key.append("</ul>").toString();
  }

  private static String colour(int line) {
    return Palette.COLOURS.get(line % Palette.COLOURS.size());
  }

  private static String dashes(int line) {
    String dashes = DASHES.get(line / Palette.COLOURS.size() % DASHES.size());
    return dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"";
  }

  private void add(String format, Object... values) {
    svg.append(format(format, values)).append('\n');
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
