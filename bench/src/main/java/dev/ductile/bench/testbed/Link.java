package dev.ductile.bench.testbed;

import java.util.List;

/**
 * How a network interface is shaped.
 *
 * @param bitsPerSecond on the wire, headers included
 * @param buffer bytes that wait for it; what comes on top is lost
 */
record Link(double bitsPerSecond, long buffer) {
  /** What a packet takes on the wire, and what it carries. */
  static final double WIRE_PER_PAYLOAD = 1514.0 / 1448;

  /** The largest packet that one system call hands to an interface. */
  static final int LARGEST_PACKET = 16_384;

  /** How long an interface may run ahead of its rate: a fraction of any transfer. */
  private static final double BURST_SECONDS = 0.25e-3;

  /** More than any number of connections keeps waiting in the machine that sends. */
  private static final long HOST_BUFFER = 16_000_000;

  /** How long a full buffer of a switch takes to empty, as in the small ones that racks have. */
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
