package dev.ductile.simulator;

import dev.ductile.history.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of one policy at one load: one for each seed, in the order of the seeds. */
public record Sample(List<Figures> figures) {
  /** A figure over all seeds. */
  public Interval interval(ToDoubleFunction<Figures> figure) {
    return Interval.of(figures.stream().mapToDouble(figure).toArray());
  }

  /** The difference of a figure to that of another policy, seed by seed. */
  public Interval difference(Sample other, ToDoubleFunction<Figures> figure) {
    var differences = new double[Math.min(figures.size(), other.figures.size())];
    for (int i = 0; i < differences.length; i++) {
      differences[i] =
          figure.applyAsDouble(figures.get(i)) - figure.applyAsDouble(other.figures.get(i));
    }
    return Interval.of(differences);
  }
}
