package dev.ductile.models.layers;

/**
 * The schedule of a step in which whole layers are sent as soon as possible, from the last to the
 * first, and received in the same order (Yu et al., Lemma 1).
 */
final class WaitFreeSchedule {
  private final Layers layers;
  private final double[] sends;
  private final double[] receives;

  WaitFreeSchedule(Layers layers) {
    this.layers = layers;
    sends = new double[layers.count()];
    receives = new double[layers.count()];
    double known = 0;
    double upFree = 0;
    double downFree = 0;
    for (int layer = layers.count() - 1; layer >= 0; layer--) {
      known += layers.backward(layer);
      sends[layer] = Math.max(known, upFree);
      upFree = sends[layer] + layers.transfer(layer);
      receives[layer] = Math.max(upFree, downFree);
      downFree = receives[layer] + layers.transfer(layer);
    }
  }

  /** The time at which a layer starts to send its gradients: the lemma's kappa. */
  double sends(int layer) {
    return sends[layer];
  }

  /** The time at which a layer starts to receive its parameters: the lemma's s. */
  double receives(int layer) {
    return receives[layer];
  }

  /** The start of forward propagation: the lemma's tau of the first layer. */
  double forwardStarts() {
    return receives[0] + layers.transfer(0);
  }

  StepTime step() {
    BusyTime busy = busy();
    double backward = layers.backward();
    double forward = layers.forward();
    return new StepTime(
        forwardStarts() + forward,
        Eta.of(layers, forward, backward - busy.secondsBeforeEdge(), busy.seconds()));
  }

  /** The busy time of both directions, from their transfers in the order of their starts. */
  private BusyTime busy() {
    var busy = new BusyTime(layers.backward());
    int up = layers.count() - 1;
    int down = up;
    while (down >= 0) {
      if (up >= 0 && sends[up] <= receives[down]) {
        busy.add(sends[up], sends[up] + layers.transfer(up));
        up--;
      } else {
        busy.add(receives[down], receives[down] + layers.transfer(down));
        down--;
      }
    }
    return busy;
  }
}
