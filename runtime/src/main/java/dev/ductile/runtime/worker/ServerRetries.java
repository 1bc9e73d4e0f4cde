package dev.ductile.runtime.worker;

import dev.ductile.runtime.transport.Loop;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/** Retries connections to lost servers for a limited time, then reports them. */
final class ServerRetries {
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Loop loop;
  private final Duration bound;
  private final IntConsumer again;
  private final BiConsumer<Integer, String> givenUp;
  private final Map<Integer, Long> lostSince = new HashMap<>();
  private final Set<Integer> waiting = new HashSet<>();

  /**
   * Retries for one worker.
   *
   * @param again tries to reach a server
   * @param givenUp is called once, with the last reason
   */
  ServerRetries(Loop loop, Duration bound, IntConsumer again, BiConsumer<Integer, String> givenUp) {
    this.loop = loop;
    this.bound = bound;
    this.again = again;
    this.givenUp = givenUp;
  }

  void lost(int server, String why) {
    long now = loop.nanoTime();
    long since = lostSince.computeIfAbsent(server, _ -> now);
    if (!waiting.add(server)) {
      return;
    }
    if (now - since > bound.toNanos()) {
      givenUp.accept(server, why);
    } else {
      loop.after(PAUSE, () -> retry(server));
    }
  }

  private void retry(int server) {
    if (waiting.remove(server)) {
      again.accept(server);
    }
  }

  /** Whether a server was lost and has not been tried again yet. */
  boolean isWaitingFor(int server) {
    return waiting.contains(server);
  }

  /** A server has answered. */
  void reached(int server) {
    lostSince.remove(server);
  }

  /** The set of servers has changed. */
  void forget() {
    lostSince.clear();
    waiting.clear();
  }
}
