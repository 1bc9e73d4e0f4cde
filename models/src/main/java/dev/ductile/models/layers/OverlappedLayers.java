package dev.ductile.models.layers;

/** Layers with the overlap of their communication, which determine the time of a step. */
record OverlappedLayers(Layers layers, Overlap overlap, double slice) {
  StepTime step() {
    return overlap.step(layers, slice);
  }

  /** The time of a step when this many workers per server share its link. */
  StepTime step(double workersPerServer) {
    return overlap.step(layers.transferring(workersPerServer), slice * workersPerServer);
  }
}
