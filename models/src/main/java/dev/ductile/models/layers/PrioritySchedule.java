package dev.ductile.models.layers;

/**
 * The schedule of a step in which layers near the input are sent first: their slices interrupt
 * those of later layers. Each slice is received while the next one is sent (Yu et al., Lemma 2).
 *
 * <p>The printed lemma is wrong for three layers or more: it adds the backlog of all earlier layers
 * to an end that already contains it. The corrected ends use only the backlog. A layer that ends
 * before a later gap of the link gets too late an end, but never later than that of the layer after
 * the gap. Forward propagation waits for that layer anyway, so every start and the time of the step
 * are correct.
 */
final class PrioritySchedule {
  private final Layers layers;
  private final double slice;
  private final double[] ends;
  private final double[] forwards;

  private PrioritySchedule(Layers layers, double slice, double[] ends) {
    this.layers = layers;
    this.slice = slice;
    this.ends = ends;
    forwards = new double[layers.count()];
    forwards[0] = ends[0];
    for (int layer = 1; layer < ends.length; layer++) {
      forwards[layer] = Math.max(forwards[layer - 1] + layers.forward(layer - 1), ends[layer]);
    }
  }

  static PrioritySchedule corrected(Layers layers, double slice) {
    double[] ends = new double[layers.count()];
    double[] backlog = backlog(layers);
    ends[0] = layers.backward() + layers.transfer(0) + slice;
    for (int layer = 1; layer < ends.length; layer++) {
      ends[layer] = backlog[layer] > 0 ? ends[0] + backlog[layer] : 0;
    }
    return new PrioritySchedule(layers, slice, ends);
  }

  static PrioritySchedule asPrinted(Layers layers, double slice) {
    double[] ends = new double[layers.count()];
    double[] backlog = backlog(layers);
    ends[0] = layers.backward() + layers.transfer(0) + slice;
    double latest = ends[0];
    for (int layer = 1; layer < ends.length; layer++) {
      ends[layer] = backlog[layer] > 0 ? latest + backlog[layer] : 0;
      latest = Math.max(latest, ends[layer]);
    }
    return new PrioritySchedule(layers, slice, ends);
  }

  /**
   * The end of the communication of a layer, the lemma's e; 0 if it ended before that of the first
   * layer.
   */
  double ends(int layer) {
    return ends[layer];
  }

  /** The start of the forward propagation of a layer: the lemma's tau. */
  double forwards(int layer) {
    return forwards[layer];
  }

  StepTime step() {
    int last = layers.count() - 1;
    BusyTime busy = busy();
    return new StepTime(
        forwards[last] + layers.forward(last),
        Eta.of(
            layers,
            forwardAfter(busy.end()),
            layers.backward() - busy.secondsBeforeEdge(),
            busy.seconds()));
  }

  /**
   * The seconds that the layers up to each one still have to send when backward propagation ends.
   */
  private static double[] backlog(Layers layers) {
    double[] backlog = new double[layers.count()];
    for (int layer = 1; layer < backlog.length; layer++) {
      backlog[layer] = backlog[layer - 1] + layers.transfer(layer) - layers.backward(layer - 1);
    }
    return backlog;
  }

  /**
   * The busy time of both directions, if receiving follows sending by one slice. During backward
   * propagation the order of sending does not change when the link is busy, so this code uses any
   * order. After it, the link is busy to the end.
   */
  private BusyTime busy() {
    var busy = new BusyTime(layers.backward());
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
