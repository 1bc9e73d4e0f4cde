package dev.ductile.models.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A simulated exchange of a worker and a server, with known times of each step. */
final class Exchange {
  static final double DOWNLINK = 0.072;
  static final double WORKER = 0.029;
  static final double UPLINK = 0.064;
  static final double SERVER = 0.018;

  private static final int SEGMENT = 1000;
  private static final int FIRST_PORT = 40_000;

  private final List<Packet> packets = new ArrayList<>();
  private final int connections;
  private final RandomGenerator random;
  private double now = 1_700_000_000;

  Exchange(int connections, RandomGenerator random) {
    this.connections = connections;
    this.random = random;
  }

  List<Packet> packets() {
    return packets;
  }

  Exchange opens() {
    for (int i = 0; i < connections; i++) {
      put(false, FIRST_PORT + i, 0, Packet.SYN);
      put(true, FIRST_PORT + i, 0, Packet.SYN | Packet.ACK);
      put(false, FIRST_PORT + i, 0, Packet.ACK);
    }
    return this;
  }

  /** Each step starts with a small message, and packets without payload acknowledge transfers. */
  Exchange steps(int count) {
    for (int i = 0; i < count; i++) {
      transfer(true, DOWNLINK, 200);
      now += WORKER / 2;
      put(false, FIRST_PORT, 17, Packet.ACK);
      now += WORKER / 2;
      transfer(false, UPLINK, 150);
      now += SERVER / 3;
      put(true, FIRST_PORT, 9, Packet.ACK);
      now += SERVER * 2 / 3;
    }
    return this;
  }

  /** Traffic in one direction; the other side sends almost nothing. */
  Exchange oneWay() {
    transfer(true, 1, 5000);
    put(false, FIRST_PORT, 30, Packet.ACK);
    return this;
  }

  private void transfer(boolean down, double seconds, int segments) {
    double start = now;
    for (int i = 0; i < segments; i++) {
      now = start + seconds * i / (segments - 1);
      put(down, FIRST_PORT + random.nextInt(connections), SEGMENT, Packet.ACK);
      put(!down, FIRST_PORT, i % 40 == 20 ? 13 : 0, Packet.ACK);
    }
    now = start + seconds;
  }

  private void put(boolean down, int port, int payload, int flags) {
    packets.add(new Packet(Math.round(now * 1e6) * 1000, down, port, payload, flags));
  }
}
