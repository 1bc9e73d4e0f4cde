package dev.ductile.runtime.worker;

import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Loop;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Detects servers that owe an answer while no byte moves on their connection, in either direction.
 * The connection may be dead without a notice, or the server may have to wait for others. Only a
 * new connection can tell, and each one waits longer.
 */
final class Silence {
  private static final int MOST_PATIENCE = 64;

  private final Loop loop;
  private final long boundNanos;
  private final Duration pause;
  private final Supplier<? extends Collection<Integer>> awaited;
  private final IntFunction<Connection> to;
  private final IntConsumer dead;
  private final Map<Integer, Quiet> quiet = new HashMap<>();

  /**
   * A silent server.
   *
   * @param since the time of the last movement
   * @param patience the multiple of the bound that the silence may last
   */
  private record Quiet(long waitingBytes, long since, int patience) {}

  /**
   * Watches from now on.
   *
   * @param awaited the servers that owe an answer
   * @param dead is called if the silence lasts too long
   */
  Silence(
      Loop loop,
      Duration bound,
      Supplier<? extends Collection<Integer>> awaited,
      IntFunction<Connection> to,
      IntConsumer dead) {
    this.loop = loop;
    this.boundNanos = bound.toNanos();
    this.pause = Duration.ofNanos(boundNanos / 2);
    this.awaited = awaited;
    this.to = to;
    this.dead = dead;
    loop.after(pause, this::listen);
  }

  /** A server has sent something. */
  void heard(int server) {
    quiet.remove(server);
  }

  /** The worker waits for another answer. */
  void begin() {
    quiet.clear();
  }

  private void listen() {
    awaited.get().forEach(this::look);
    loop.after(pause, this::listen);
  }

  private void look(int server) {
    Connection way = to.apply(server);
    if (!way.isProved()) {
      return;
    }
    long now = loop.nanoTime();
    Quiet before = quiet.getOrDefault(server, new Quiet(-1, now, 1));
    if (before.waitingBytes() != way.waitingBytes()) {
      quiet.put(server, new Quiet(way.waitingBytes(), now, before.patience()));
    } else if (now - before.since() >= boundNanos * before.patience()) {
      quiet.put(server, new Quiet(-1, now, Math.min(MOST_PATIENCE, 2 * before.patience())));
      dead.accept(server);
    }
  }
}
