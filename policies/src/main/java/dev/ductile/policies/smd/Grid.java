package dev.ductile.policies.smd;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The search for the best fractional size (Algorithm 1). Every summand but one is held below the
 * points of a grid, each larger than the last by a share of {@code epsilon}; the last summand is
 * minimised.
 *
 * <p>The greatest value of a summand is a point of its grid too; the printed grid loses values
 * above the last power. Points that cannot beat the best one so far are skipped, which only saves
 * time.
 */
final class Grid {
  /** Most points of the grid; with more, its steps are coarser. */
  private static final double MOST_POINTS = 5e6;

  /** Values of a summand closer than this are equal. */
  private static final double ROUNDING = 1e-12;

  private final List<Ratio> ratios;
  private final List<double[]> points = new ArrayList<>();
  private double best = Double.POSITIVE_INFINITY;
  private double workers;
  private double servers;

  private Grid(List<Ratio> ratios) {
    this.ratios = ratios;
  }

  /** A fractional size. */
  record Fractional(double workers, double servers) {}

  /**
   * The size that Algorithm 1 finds.
   *
   * @param region the allowed sizes; not empty
   */
  static Fractional best(List<Ratio> ratios, Region region, double epsilon) {
    if (ratios.isEmpty()) {
      return new Fractional(region.workers(0), region.servers(0));
    }
    var grid = new Grid(inOrder(ratios, region));
    grid.draw(region, epsilon);
    grid.search(0, region, 0);
    return new Fractional(grid.workers, grid.servers);
  }

  /** The summand with the largest range comes last, and needs no grid. */
  private static List<Ratio> inOrder(List<Ratio> ratios, Region region) {
    return ratios.stream()
        .sorted(Comparator.comparingDouble(ratio -> range(ratio, region)))
        .toList();
  }

  private static double range(Ratio ratio, Region region) {
    return region.greatest(ratio::at) / region.least(ratio::at);
  }

  private void draw(Region region, double epsilon) {
    double step = epsilon;
    while (count(region, step) > MOST_POINTS) {
      step *= 2;
    }
    for (Ratio ratio : ratios.subList(0, ratios.size() - 1)) {
      points.add(points(region.least(ratio::at), region.greatest(ratio::at), step));
    }
  }

  private double count(Region region, double step) {
    double count = 1;
    for (Ratio ratio : ratios.subList(0, ratios.size() - 1)) {
      count *= 2 + StrictMath.log(range(ratio, region)) / StrictMath.log1p(step);
    }
    return count;
  }

  /** From the least to the greatest by factors of {@code 1 + step}, with the greatest itself. */
  private static double[] points(double least, double greatest, double step) {
    var points = new ArrayList<Double>();
    for (double point = least; point < greatest * (1 - ROUNDING); point *= 1 + step) {
      points.add(point);
    }
    points.add(greatest);
    return points.stream().mapToDouble(point -> point).toArray();
  }

  private void search(int level, Region region, double sum) {
    if (level == points.size()) {
      settle(region, sum);
      return;
    }
    double rest = least(level + 1, region);
    for (double point : points.get(level)) {
      if (sum + point + rest >= best) {
        return;
      }
      Region inside = ratios.get(level).within(region, point);
      if (!inside.isEmpty()) {
        search(level + 1, inside, sum + point);
      }
    }
  }

  /** A lower bound of the sum of the summands from a level on. */
  private double least(int level, Region region) {
    double least = 0;
    for (Ratio ratio : ratios.subList(level, ratios.size())) {
      least += region.least(ratio::at);
    }
    return least;
  }

  /** Problem 15: minimises the last summand. */
  private void settle(Region region, double sum) {
    Ratio last = ratios.getLast();
    for (int corner = 0; corner < region.corners(); corner++) {
      double total = sum + last.at(region.workers(corner), region.servers(corner));
      if (total < best) {
        best = total;
        workers = region.workers(corner);
        servers = region.servers(corner);
      }
    }
  }
}
