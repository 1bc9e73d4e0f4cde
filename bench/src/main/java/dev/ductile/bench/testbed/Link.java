package dev.ductile.bench.testbed;

import java.util.List;

/**
 * The shape of a network interface.
 *
 * @param bitsPerSecond the rate on the wire, headers included
 * @param buffer the size of its queue in bytes; further packets are lost
 */
record Link(double bitsPerSecond, long buffer) {
  /** The bytes of a packet on the wire, divided by its payload. */
  static final double WIRE_PER_PAYLOAD = 1514.0 / 1448;

  /** The largest packet that one system call hands to an interface. */
  static final int LARGEST_PACKET = 16_384;

  /** The time by which an interface may run ahead of its rate: a fraction of any transfer. */
  private static final double BURST_SECONDS = 0.25e-3;

  /** More than all connections keep waiting in the sending host. */
  private static final long HOST_BUFFER = 16_000_000;

  /** The time in which a full buffer of a switch empties, as in small switches of racks. */
  private static final double SWITCH_SECONDS = 8e-3;

  /** The interface of a machine: its connections are held back before anything is lost. */
  static Link ofHost(double bitsPerSecond) {
    return new Link(bitsPerSecond, HOST_BUFFER);
  }

  /** A port of a switch: its buffer is small, and TCP learns from losses. */
  static Link ofSwitch(double bitsPerSecond) {
    return new Link(bitsPerSecond, Math.round(SWITCH_SECONDS * bitsPerSecond / 8));
  }

  /** As {@code tc qdisc} reads it. */
  List<String> words() {
    long burst = Math.max(2L * LARGEST_PACKET, Math.round(BURST_SECONDS * bitsPerSecond / 8));
    return List.of(
        "tbf",
        "rate",
        Math.round(bitsPerSecond) + "bit",
        "burst",
        Long.toString(burst),
        "limit",
        Long.toString(buffer + burst));
  }
}
