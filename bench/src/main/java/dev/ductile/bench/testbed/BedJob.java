package dev.ductile.bench.testbed;

/**
 * The work of a job in one step, and the interfaces of its servers.
 *
 * @param bytes the size of the weights, and of the gradients
 * @param worker the effort for the gradients of one batch
 * @param server the effort to apply them on one server with all parameters
 * @param linkSeconds the time of the bytes on one server's idle interface
 */
record BedJob(long bytes, Effort worker, Effort server, double linkSeconds) {
  /** The rate of a server's interface in each direction, headers included. */
  double bitsPerSecond() {
    return bytes * 8 * Link.WIRE_PER_PAYLOAD / linkSeconds;
  }
}
