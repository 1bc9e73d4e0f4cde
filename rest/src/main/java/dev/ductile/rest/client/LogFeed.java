package dev.ductile.rest.client;

import dev.ductile.rest.LogPart;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The log of one task from its beginning, part by part.
 *
 * @param from the first byte that is wanted
 */
public record LogFeed(
    Client client, String job, String task, Optional<Integer> generation, long from) {
  private static final int PART = 1 << 18;
  private static final int MOST_BYTES = 1 << 26;
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Gives all text that is written so far; returns the byte behind it. */
  public long read(Consumer<String> text) {
    return part(from, text).next();
  }

  /**
   * Gives the last lines, and returns the feed behind them.
   *
   * @param bytes the size of the log
   */
  public LogFeed last(int lines, long bytes, Consumer<String> text) {
    for (long window = PART; ; window *= 4) {
      long start = Math.max(0, bytes - window);
      var end = new StringBuilder();
      long next = from(start).read(end::append);
      Optional<String> last = LastLines.of(end.toString(), lines);
      if (last.isPresent() || start == 0 || window >= MOST_BYTES) {
        text.accept(last.orElse(end.toString()));
        return from(next);
      }
    }
  }

  private LogFeed from(long start) {
    return new LogFeed(client, job, task, generation, start);
  }

  /**
   * Gives all text until the task has ended.
   *
   * @param tries the most attempts in a row to reach a lost server
   */
  public void follow(Consumer<String> text, Pause pause, int tries) throws InterruptedException {
    long next = from;
    for (int failed = 0; ; ) {
      try {
        LogPart last = part(next, text);
        next = last.next();
        failed = 0;
        if (last.isEnd()) {
          return;
        }
      } catch (UnreachableException lost) {
        failed++;
        if (failed >= tries) {
          throw lost;
        }
      }
      pause.lasts(PAUSE.multipliedBy(Math.min(10, 1 + failed)));
    }
  }

  /** Gives all text behind this byte; the last part says where it ends. */
  private LogPart part(long start, Consumer<String> text) {
    LogPart part = ask(start);
    text.accept(part.text());
    while (!part.text().isEmpty() && !part.isEnd()) {
      part = ask(part.next());
      text.accept(part.text());
    }
    return part;
  }

  private LogPart ask(long start) {
    ResourcePath path =
        ResourcePath.of("jobs", job, "logs")
            .with("task", task)
            .with("generation", generation)
            .with("from", start)
            .with("limit", PART);
    return client.get(path, LogPart.class);
  }
}
