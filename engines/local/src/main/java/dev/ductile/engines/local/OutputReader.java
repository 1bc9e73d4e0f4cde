package dev.ductile.engines.local;

import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Reads the output of one task, writes it to the log, and reports it as events. */
final class OutputReader implements Runnable {
  private static final int CHUNK = 8192;

  private final TaskId task;
  private final InputStream in;
  private final LogFile log;
  private final LineSplitter lines;
  private final InstantSource time;
  private final Consumer<TaskEvent> listener;
  private final Runnable ended;
  private volatile boolean waits;
  private long number;

  /**
   * A reader for a thread of its own.
   *
   * @param ended called at the end of the output
   */
  OutputReader(
      TaskId task,
      InputStream in,
      LogFile log,
      int lineBytes,
      InstantSource time,
      Consumer<TaskEvent> listener,
      Runnable ended) {
    this.task = task;
    this.in = in;
    this.log = log;
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
        log.write(chunk, count);
        long before = number;
        lines.feed(chunk, count);
        if (number == before) {
          listener.accept(new TaskEvent.Printed(task, time.instant()));
        }
      }
    } catch (IOException e) {
      take("its output cannot be read: " + e.getMessage());
    }
    lines.end();
    ended.run();
  }

  private int read(byte[] chunk) throws IOException {
    waits = true;
    int count = in.read(chunk);
    waits = false;
    return count;
  }

  /** Whether all output so far is read and reported; any thread may ask. */
  boolean isCaughtUp() {
    try {
      return waits && in.available() == 0;
    } catch (IOException e) {
      return false; // it is closed at the end of the output, which is reported
    }
  }

  private void take(String line) {
    listener.accept(new TaskEvent.Line(task, time.instant(), ++number, line));
  }
}
