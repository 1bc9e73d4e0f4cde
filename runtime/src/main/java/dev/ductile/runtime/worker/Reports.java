package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.wire.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a worker tells of its steps: the watch that times them, and those not told yet. */
final class Reports {
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final int MOST = 1_000;

  private final Loop loop;
  private final Consumer<List<StepReport>> tell;
  private final List<StepReport> waiting = new ArrayList<>();
  private long last;
  private long asked;
  private long had;
  private long pushed;
  private long sent;
  private boolean due;

  Reports(Loop loop, Consumer<List<StepReport>> tell) {
    this.loop = loop;
    this.tell = tell;
    this.last = loop.nanoTime();
  }

  void asks() {
    asked = loop.nanoTime();
    had = asked;
  }

  void has() {
    had = loop.nanoTime();
  }

  void pushes() {
    pushed = loop.nanoTime();
    sent = 0;
  }

  /** The last byte has left; said again, it changes nothing. */
  void hasSent() {
    if (sent == 0) {
      sent = loop.nanoTime();
    }
  }

  /** The push is safe, and the step with it. */
  void finished(long step, double loss, int examples, long workerNanos) {
    hasSent();
    long now = loop.nanoTime();
    long downlink = had - asked;
    long uplink = sent - pushed;
    long server = now - sent;
    long wait = Math.max(0, now - last - downlink - workerNanos - uplink - server);
    last = now;
    waiting.add(new StepReport(step, loss, examples, downlink, workerNanos, uplink, server, wait));
    if (waiting.size() >= MOST) {
      flush();
    } else if (!due) {
      due = true;
      loop.after(EVERY, this::flush);
    }
  }

  /** Tells what is not told yet. */
  void flush() {
    due = false;
    if (!waiting.isEmpty()) {
      tell.accept(List.copyOf(waiting));
      waiting.clear();
    }
  }
}
