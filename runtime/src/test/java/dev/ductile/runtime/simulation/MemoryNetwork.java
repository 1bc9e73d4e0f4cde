package dev.ductile.runtime.simulation;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A network in memory. Bytes arrive in order, later by the latency and the bandwidth of their link;
 * links can be cut, or silent for a while.
 */
final class MemoryNetwork {
  private static final int FIRST_PORT = 40_000;

  private final VirtualTime time;
  private final SplittableRandom random;
  private final long latency;
  private final double bytesPerNano;
  private final Map<InetSocketAddress, MemoryListener> listeners = new HashMap<>();
  private final Map<String, Long> silentUntil = new HashMap<>();
  private final List<MemorySocket> sockets = new ArrayList<>();
  private int nextPort = FIRST_PORT;

  /**
   * An empty network.
   *
   * @param latency the nanoseconds that a byte needs from one process to another, at least
   */
  MemoryNetwork(VirtualTime time, SplittableRandom random, long latency, double bytesPerNano) {
    this.time = time;
    this.random = random;
    this.latency = latency;
    this.bytesPerNano = bytesPerNano;
  }

  VirtualTime time() {
    return time;
  }

  int freePort() {
    return nextPort++;
  }

  void listens(MemoryListener listener, InetSocketAddress address) throws ConnectException {
    if (listeners.putIfAbsent(address, listener) != null) {
      throw new ConnectException("address already in use: " + address);
    }
  }

  void silenced(MemoryListener listener) {
    listeners.values().remove(listener);
  }

  void opened(MemorySocket socket) {
    sockets.add(socket);
  }

  void closed(MemorySocket socket) {
    sockets.remove(socket);
  }

  // ---- connections

  /** The other end's system answers, whether or not its process is awake. */
  void connect(MemorySocket from, InetSocketAddress to) {
    time.at(arrival(from.process(), to), () -> answer(from, to));
  }

  private void answer(MemorySocket from, InetSocketAddress to) {
    if (from.process().isDead()) {
      return;
    }
    Optional<MemoryListener> listener = Optional.ofNullable(listeners.get(to));
    if (listener.isEmpty() || listener.get().process().isDead()) {
      from.refused();
    } else {
      MemorySocket other = listener.get().arrived(from.localAddress());
      from.connected(other);
      other.connected(from);
    }
  }

  private long arrival(SimulatedProcess from, InetSocketAddress to) {
    long silence = silence(from.host(), to.getHostString());
    return Math.max(time.now() + jitter(), silence + (silence > 0 ? jitter() : 0));
  }

  private long jitter() {
    return latency + random.nextLong(1 + latency / 2);
  }

  /** Sends bytes to the other end; they stay in order through all faults of the link. */
  void transmit(MemorySocket from, MemorySocket to, byte[] payload) {
    long start = Math.max(time.now(), from.lineFreeAt());
    long sent = start + (long) (payload.length / bytesPerNano);
    from.lineFreeAt(sent);
    to.expect(payload);
    to.arrivesAt(Math.max(sent + jitter(), to.arrivesAt() + 1));
    time.at(to.arrivesAt(), () -> deliver(from, to));
  }

  /** An end of a stream travels like bytes. */
  void end(MemorySocket from, MemorySocket to) {
    transmit(from, to, MemorySocket.END);
  }

  private void deliver(MemorySocket from, MemorySocket to) {
    long silence = silence(from.process().host(), to.process().host());
    if (silence > time.now()) {
      time.at(silence + jitter(), () -> deliver(from, to));
      return;
    }
    to.deliver();
    to.process().wake();
  }

  // ---- faults

  private static String link(String one, String other) {
    return one.compareTo(other) < 0 ? one + " " + other : other + " " + one;
  }

  private long silence(String one, String other) {
    return silentUntil.getOrDefault(link(one, other), 0L);
  }

  /** Two hosts are partitioned for a while; then all sent bytes arrive. */
  void silence(String one, String other, long nanos) {
    silentUntil.merge(link(one, other), time.now() + nanos, Math::max);
  }

  /** Ends all connections between two hosts; bytes under way are lost. */
  void cut(String one, String other) {
    for (MemorySocket socket : List.copyOf(sockets)) {
      if (socket.process().host().equals(one) && socket.isBetween(other)) {
        socket.reset();
      }
    }
  }

  /** A process is gone; its system closes its connections, unless the machine is lost too. */
  void died(SimulatedProcess process, boolean silently) {
    listeners.values().removeIf(listener -> listener.process() == process);
    for (MemorySocket socket : List.copyOf(sockets)) {
      if (socket.process() == process) {
        socket.abandoned(silently);
        sockets.remove(socket);
      }
    }
  }

  /** An operation if it is ready, or none. */
  static int operation(boolean ready, int operation) {
    return ready ? operation : 0;
  }
}
