package dev.ductile.reproductions.experiment;

import java.util.List;
import java.util.Optional;

/**
 * The results of an experiment.
 *
 * @param rows the cells of each line, point by point
 */
public record Grid(List<String> lines, List<Point> points, List<List<Cell>> rows) {
  public Grid {
    lines = List.copyOf(lines);
    points = List.copyOf(points);
    rows = List.copyOf(rows);
  }

  public Cell cell(int line, int point) {
    return rows.get(line).get(point);
  }

  public Optional<Cell> cell(String line, String point) {
    int row = lines.indexOf(line);
    int column = column(point);
    return row < 0 || column < 0 ? Optional.empty() : Optional.of(cell(row, column));
  }

  /** The index of a point; below zero if there is none of this name. */
  public int column(String point) {
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).isCalled(point)) {
        return i;
      }
    }
    return -1;
  }

  Grid relativeTo(String base) {
    List<Cell> divisors = rows.get(lines.indexOf(base));
    var ratios = new java.util.ArrayList<List<Cell>>();
    for (List<Cell> row : rows) {
      var cells = new java.util.ArrayList<Cell>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(row.get(i).over(divisors.get(i)));
      }
      ratios.add(List.copyOf(cells));
    }
    return new Grid(lines, points, ratios);
  }
}
