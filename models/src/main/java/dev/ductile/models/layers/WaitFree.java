package dev.ductile.models.layers;

/**
 * A step in which each layer sends whole, from the last to the first, as soon as it can, and comes
 * back in the same order (Yu et al., Lemma 1).
 */
final class WaitFree {
  private final Layers layers;
  private final double[] sends;
  private final double[] receives;

  WaitFree(Layers layers) {
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

  /** When the layer begins to send its gradients: the lemma's kappa. */
  double sends(int layer) {
    return sends[layer];
  }

  /** When the layer begins to receive its parameters: the lemma's s. */
  double receives(int layer) {
    return receives[layer];
  }

  /** When forward propagation begins: the lemma's tau of the first layer. */
  double forwardStarts() {
    return receives[0] + layers.transfer(0);
  }

  Step step() {
    Busy busy = busy();
    double backward = layers.backward();
    double forward = layers.forward();
    return new Step(
        forwardStarts() + forward,
        Eta.of(layers, forward, backward - busy.secondsBeforeEdge(), busy.seconds()));
  }

  /** Both directions together, taken in the order in which their transfers start. */
  private Busy busy() {
    var busy = new Busy(layers.backward());
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
