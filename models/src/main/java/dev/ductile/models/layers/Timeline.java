package dev.ductile.models.layers;

/** Layers and how their communication overlaps: all that the time of a step depends on. */
record Timeline(Layers layers, Overlap overlap, double slice) {
  Step step() {
    return overlap.step(layers, slice);
  }

  /** A step when so many workers, for each server, share what the transfers were given for. */
  Step step(double workersPerServer) {
    return overlap.step(layers.transferring(workersPerServer), slice * workersPerServer);
  }
}
