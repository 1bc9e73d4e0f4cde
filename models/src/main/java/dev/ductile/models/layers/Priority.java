package dev.ductile.models.layers;

/**
 * A step in which layers near the input go first: their slices interrupt those of later layers, and
 * each slice comes back while the next one leaves (Yu et al., Lemma 2).
 *
 * <p>The lemma as printed is wrong for three layers or more: it adds the backlog of all layers
 * before to an end that holds it already. The corrected ends stand on the backlog alone. A layer
 * that was through before a later gap of the link gets an end that is too late by itself, but never
 * later than that of the layer after the gap, for which forward propagation waits anyway; so no
 * start and no time of a step is wrong.
 */
final class Priority {
  private final Layers layers;
  private final double slice;
  private final double[] ends;
  private final double[] forwards;

  private Priority(Layers layers, double slice, double[] ends) {
    this.layers = layers;
    this.slice = slice;
    this.ends = ends;
    forwards = new double[layers.count()];
    forwards[0] = ends[0];
    for (int layer = 1; layer < ends.length; layer++) {
      forwards[layer] = Math.max(forwards[layer - 1] + layers.forward(layer - 1), ends[layer]);
    }
  }

  static Priority corrected(Layers layers, double slice) {
    double[] ends = new double[layers.count()];
    double[] backlog = backlog(layers);
    ends[0] = layers.backward() + layers.transfer(0) + slice;
    for (int layer = 1; layer < ends.length; layer++) {
      ends[layer] = backlog[layer] > 0 ? ends[0] + backlog[layer] : 0;
    }
    return new Priority(layers, slice, ends);
  }

  static Priority asPrinted(Layers layers, double slice) {
    double[] ends = new double[layers.count()];
    double[] backlog = backlog(layers);
    ends[0] = layers.backward() + layers.transfer(0) + slice;
    double latest = ends[0];
    for (int layer = 1; layer < ends.length; layer++) {
      ends[layer] = backlog[layer] > 0 ? latest + backlog[layer] : 0;
      latest = Math.max(latest, ends[layer]);
    }
    return new Priority(layers, slice, ends);
  }

  /** When the layer is through with communicating, or 0 if that was before the first layer: e. */
  double ends(int layer) {
    return ends[layer];
  }

  /** When the layer begins its forward propagation: the lemma's tau. */
  double forwards(int layer) {
    return forwards[layer];
  }

  Step step() {
    int last = layers.count() - 1;
    Busy busy = busy();
    return new Step(
        forwards[last] + layers.forward(last),
        Eta.of(
            layers,
            forwardAfter(busy.end()),
            layers.backward() - busy.secondsBeforeEdge(),
            busy.seconds()));
  }

  /** What the layers up to each one still have to send when backward propagation ends. */
  private static double[] backlog(Layers layers) {
    double[] backlog = new double[layers.count()];
    for (int layer = 1; layer < backlog.length; layer++) {
      backlog[layer] = backlog[layer - 1] + layers.transfer(layer) - layers.backward(layer - 1);
    }
    return backlog;
  }

  /**
   * Both directions together, where receiving trails sending by one slice. While layers propagate
   * backward the order of sending does not change when the link is busy, so any order will do; from
   * then on it is busy to the end.
   */
  private Busy busy() {
    var busy = new Busy(layers.backward());
    double known = 0;
    double free = 0;
    for (int layer = layers.count() - 1; layer > 0; layer--) {
      known += layers.backward(layer);
      if (layers.transfer(layer) > 0) {
        double from = Math.max(known, free);
        free = from + layers.transfer(layer);
        busy.add(from, free + slice);
      }
    }
    double latest = 0;
    for (double end : ends) {
      latest = Math.max(latest, end);
    }
    busy.add(layers.backward(), latest);
    return busy;
  }

  private double forwardAfter(double time) {
    double seconds = 0;
    for (int layer = 0; layer < forwards.length; layer++) {
      double end = forwards[layer] + layers.forward(layer);
      seconds += Math.max(0, end - Math.max(forwards[layer], time));
    }
    return seconds;
  }
}
