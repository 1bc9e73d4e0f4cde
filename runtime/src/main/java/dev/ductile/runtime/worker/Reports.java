package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.transport.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A worker's reports of its steps: the watch that times them, and the reports that are not sent
 * yet. The parts of a step show its cost, so they leave out the time in which this process was
 * stopped. The whole step includes that time, as waiting.
 */
final class Reports {
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final int MOST = 1_000;
  private static final long MICRO = 1_000;

  private final Loop loop;
  private final Consumer<MasterMessage.FinishedSteps> tell;
  private final List<StepReport> waiting = new ArrayList<>();
  private long last;
  private long toldAt;
  private long lap;
  private long held;
  private long downlink;
  private long worker;
  private long uplink;
  private long server;
  private boolean due;
  private boolean begun;

  Reports(Loop loop, Consumer<MasterMessage.FinishedSteps> tell) {
    this.loop = loop;
    this.tell = tell;
    this.last = loop.realNanoTime();
    this.toldAt = last - EVERY.toNanos();
  }

  /** A generation begins; work before the first one is no part of any step. */
  void resumes() {
    if (!begun) {
      begun = true;
      last = loop.realNanoTime();
    }
  }

  /** A step begins: the worker finds its examples. */
  void begins() {
    lap = loop.nanoTime();
    held = 0;
    downlink = 0;
    worker = 0;
  }

  private long lap() {
    long before = lap;
    lap = loop.nanoTime();
    return lap - before;
  }

  void asks() {
    worker = lap();
  }

  /**
   * All parameters have arrived.
   *
   * @param heldMicros the time that the slowest server held the request
   */
  void has(int heldMicros) {
    long waited = lap();
    held = Math.clamp(heldMicros * MICRO, 0, waited);
    downlink = waited - held;
  }

  void computed() {
    worker += lap();
  }

  /** Pushing, or adding up, begins; it may begin again. */
  void pushes() {
    lap();
    uplink = 0;
    server = 0;
  }

  /**
   * The push is safe.
   *
   * @param heldMicros the time that the slowest server held the push before it confirmed
   * @param workedMicros the part of the held time of this step in which servers worked
   */
  void prepared(int heldMicros, int workedMicros) {
    long waited = lap();
    long push = Math.clamp(heldMicros * MICRO, 0, waited);
    uplink = waited - push;
    server = Math.clamp(workedMicros * MICRO, 0, held + push);
  }

  /** All sums have arrived, if there are no servers. */
  void summed() {
    uplink = lap();
  }

  /** The sums are applied. */
  void settled() {
    server = lap();
  }

  /** The step is over. */
  void finished(long step, double loss, int examples) {
    long now = loop.realNanoTime();
    long wait = Math.max(0, now - last - downlink - worker - uplink - server);
    last = now;
    waiting.add(new StepReport(step, loss, examples, downlink, worker, uplink, server, wait));
    if (waiting.size() >= MOST || now - toldAt >= EVERY.toNanos()) {
      flush();
    } else if (!due) {
      due = true;
      loop.after(EVERY, this::flush);
    }
  }

  /** Sends the reports that are not sent yet. */
  void flush() {
    due = false;
    if (!waiting.isEmpty()) {
      toldAt = loop.realNanoTime();
      tell.accept(new MasterMessage.FinishedSteps(List.copyOf(waiting), toldAt - last));
      waiting.clear();
    }
  }
}
