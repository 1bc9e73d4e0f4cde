package dev.ductile.reproductions.experiment;

import dev.ductile.simulator.Interval;
import java.util.Collections;
import java.util.List;

/** One number of a figure, for each seed. */
public record Cell(List<Double> values) {
  public Cell {
    values = List.copyOf(values);
  }

  /** Its mean with the 95 % interval; open for one seed, or if nothing is random. */
  public Interval interval() {
    return Interval.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  public double mean() {
    return interval().mean();
  }

  /** A number that is the same for all of its seeds. */
  public Cell constant(double value) {
    return new Cell(Collections.nCopies(values.size(), value));
  }

  /** This divided by another, seed by seed. */
  public Cell over(Cell other) {
    var ratios = new java.util.ArrayList<Double>();
    for (int i = 0; i < values.size(); i++) {
      ratios.add(values.get(i) / other.values.get(i));
    }
    return new Cell(ratios);
  }

  /** The difference to another, seed by seed. */
  public Interval above(Cell other) {
    double[] differences = new double[Math.min(values.size(), other.values.size())];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = values.get(i) - other.values.get(i);
    }
    return Interval.of(differences);
  }
}
