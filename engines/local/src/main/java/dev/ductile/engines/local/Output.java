package dev.ductile.engines.local;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Reads all that one task prints: into its log, and into the reading that its engine looks at. */
final class Output implements Runnable {
  private static final int CHUNK = 8192;

  private final InputStream in;
  private final LogFile log;
  private final ProgressFormat format;
  private final Consumer<String> ear;
  private final Lines lines;
  private final InstantSource time;
  private final Runnable news;

  private volatile Reading reading;
  private volatile boolean ended;

  /**
   * To be run on a thread of its own.
   *
   * @param ear hears every line
   * @param news called at the first report of a step, and when there is nothing more to read
   */
  Output(
      InputStream in,
      LogFile log,
      ProgressFormat format,
      Consumer<String> ear,
      int lineBytes,
      InstantSource time,
      Runnable news) {
    this.in = in;
    this.log = log;
    this.format = format;
    this.ear = ear;
    this.lines = new Lines(lineBytes, this::take);
    this.time = time;
    this.news = news;
    this.reading = Reading.none(time.instant());
  }

  Reading reading() {
    return reading;
  }

  Instant now() {
    return time.instant();
  }

  boolean hasEnded() {
    return ended;
  }

  @Override
  public void run() {
    try (in;
        log) {
      byte[] chunk = new byte[CHUNK];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        log.write(chunk, count);
        reading = reading.withOutput(time.instant());
        lines.feed(chunk, count);
      }
    } catch (IOException e) {
      take("its output cannot be read: " + e.getMessage());
    }
    lines.end();
    ended = true;
    news.run();
  }

  private void take(String line) {
    ear.accept(line);
    var report = format.read(line);
    if (report.isEmpty()) {
      reading = reading.with(line);
      return;
    }
    reading = reading.with(report.get(), time.instant());
    if (reading.reports() == 1) {
      news.run();
    }
  }
}
