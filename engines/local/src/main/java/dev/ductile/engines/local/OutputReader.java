package dev.ductile.engines.local;

import dev.ductile.engines.supervision.LineSplitter;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Reads the output of one task, writes it to the log, and reports it as events, without secrets.
 */
final class OutputReader implements Runnable {
  private static final int CHUNK = 8192;

  private final TaskId task;
  private final InputStream in;
  private final LogFile log;
  private final SecretMask mask;
  private final LineSplitter lines;
  private final InstantSource time;
  private final Consumer<TaskEvent> listener;
  private final Runnable ended;

  /** The number of the read that waits for output; zero while output is reported. */
  private volatile long waiting;

  private long reads;
  private long waitingBefore;
  private long number;

  /**
   * A reader for a thread of its own.
   *
   * @param mask removes the secrets of the task before anything is written or reported
   * @param ended called at the end of the output
   */
  OutputReader(
      TaskId task,
      InputStream in,
      LogFile log,
      SecretMask mask,
      int lineBytes,
      InstantSource time,
      Consumer<TaskEvent> listener,
      Runnable ended) {
    this.task = task;
    this.in = in;
    this.log = log;
    this.mask = mask;
    this.lines = new LineSplitter(lineBytes, this::take);
    this.time = time;
    this.listener = listener;
    this.ended = ended;
  }

  @Override
  public void run() {
    try (in;
        log) {
      byte[] chunk = new byte[CHUNK];
      for (int count = read(chunk); count >= 0; count = read(chunk)) {
        long before = number;
        mask.feed(chunk, count, this::print);
        if (number == before) {
          listener.accept(new TaskEvent.Printed(task, time.instant()));
        }
      }
      mask.end(this::print);
    } catch (IOException e) {
      take("its output cannot be read: " + e.getMessage());
    }
    lines.end();
    ended.run();
  }

  private void print(byte[] bytes, int count) {
    log.write(bytes, count);
    lines.feed(bytes, count);
  }

  private int read(byte[] chunk) throws IOException {
    waiting = ++reads;
    int count = in.read(chunk);
    waiting = 0;
    return count;
  }

  /**
   * Whether all output so far is read and reported; one thread may ask, again and again. One answer
   * is not enough: a read that returns at this moment has emptied the pipe and seems to wait. So
   * the same read must wait twice in a row.
   */
  boolean isCaughtUp() {
    long now = isEmpty() ? waiting : 0;
    boolean isSure = now > 0 && now == waitingBefore;
    waitingBefore = now;
    return isSure;
  }

  private boolean isEmpty() {
    try {
      return in.available() == 0;
    } catch (IOException e) {
      return false; // it is closed at the end of the output, which is reported
    }
  }

  private void take(String line) {
    listener.accept(new TaskEvent.Line(task, time.instant(), ++number, line));
  }
}
