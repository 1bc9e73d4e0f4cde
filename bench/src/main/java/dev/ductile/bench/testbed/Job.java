package dev.ductile.bench.testbed;

/**
 * What a job does in one step, and the interfaces of its servers.
 *
 * @param bytes of the weights, and of the gradients
 * @param worker for the gradients of one batch
 * @param server to apply them, on one server that holds all
 * @param linkSeconds that the bytes take over one server's interface when nobody else sends
 */
record Job(long bytes, Effort worker, Effort server, double linkSeconds) {
  /** What the interface of a server carries in each direction, headers included. */
  double bitsPerSecond() {
    return bytes * 8 * Link.WIRE_PER_PAYLOAD / linkSeconds;
  }
}
