package dev.ductile.bench.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process of the bed and its output. It ends when its standard input closes. */
final class Child implements AutoCloseable {
  private static final int MOST_SECONDS = 20;
  private static final int MOST_LINES = 1_000_000;

  private final String name;
  private final Process process;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final List<String> lines = new ArrayList<>();

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts a process, which is ready once it has printed a line that fits.
   *
   * @param name the name in messages
   */
  static Child start(String name, List<String> words, Predicate<String> isReady)
      throws IOException {
    var child = new Child(name, new ProcessBuilder(words).redirectErrorStream(true).start());
    Thread.ofPlatform().daemon().name(name).start(() -> child.read(isReady));
    return child;
  }

  void awaitReady() throws IOException, InterruptedException {
    if (!ready.await(MOST_SECONDS, TimeUnit.SECONDS) || !process.isAlive()) {
      throw new IOException("%s did not start: %s".formatted(name, lastLines()));
    }
  }

  /** Waits for a time in which the process must not end. */
  void watch(double seconds) throws IOException, InterruptedException {
    if (process.waitFor(Math.round(seconds * 1e3), TimeUnit.MILLISECONDS)) {
      throw new IOException("%s ended too early: %s".formatted(name, lastLines()));
    }
  }

  /** The spans that the process has printed so far, in order. */
  List<Span> spans() {
    synchronized (lines) {
      return lines.stream()
          .filter(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)))
          .map(Span::parse)
          .toList();
    }
  }

  /** Ends the process, by a kill if it does not end on request. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(2, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read(Predicate<String> isReady) {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        keep(line);
        if (isReady.test(line)) {
          ready.countDown();
        }
      }
    } catch (IOException | UncheckedIOException gone) {
      keep(String.valueOf(gone.getMessage()));
    }
    ready.countDown();
  }

  private void keep(String line) {
    synchronized (lines) {
      if (lines.size() < MOST_LINES) {
        lines.add(line);
      }
    }
  }

  private String lastLines() {
    synchronized (lines) {
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }
  }
}
