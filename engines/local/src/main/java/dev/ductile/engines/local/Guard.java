package dev.ductile.engines.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A small shell process beside the engine that knows every process group that was started. It
 * signals them on request, and ends them all when its input ends: the kernel closes that pipe also
 * when the engine is killed.
 */
final class Guard implements AutoCloseable {
  private static final int MOST_RESTARTS = 16;
  private static final long FAREWELL_SECONDS = 2;

  private final String script;
  private final Path pipes;
  private final LongConsumer news;
  private final Consumer<String> notes;
  private final Map<Long, String> charges = new LinkedHashMap<>();
  private Process shell;
  private Writer words;
  private int restarts;
  private boolean closing;

  /**
   * Starts the shell.
   *
   * @param pipes a folder that the shell removes at its end
   * @param news called with the number of a swept group when no process of it is left
   */
  Guard(Path pipes, LongConsumer news, Consumer<String> notes) throws IOException {
    this.script = script();
    this.pipes = pipes;
    this.news = news;
    this.notes = notes;
    this.shell = launch();
    this.words = shell.outputWriter(StandardCharsets.US_ASCII);
    listen(shell);
  }

  /** From now on the group does not outlive the engine by more than its grace. */
  synchronized void watch(long group, Duration grace) {
    charges.put(group, "watch %d %d%n".formatted(group, tenths(grace)));
    say("watch %d %d%n".formatted(group, tenths(grace)));
  }

  /** Ends the processes of a group whose leader has ended, and reports when none is left. */
  synchronized void sweep(long group, Duration grace) {
    charges.put(group, "sweep %d %d%n".formatted(group, tenths(grace)));
    say("sweep %d %d%n".formatted(group, tenths(grace)));
  }

  synchronized void kill(long group) {
    say("kill %d%n".formatted(group));
  }

  /** The group is gone or given up; the kernel may use its number again. */
  synchronized void forget(long group) {
    charges.remove(group);
    say("forget %d%n".formatted(group));
  }

  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      try {
        words.close();
      } catch (IOException e) {
        // the guard is dead already
      }
    }
    try {
      shell.waitFor(Duration.ofSeconds(FAREWELL_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String line) {
    try {
      words.write(line);
      words.flush();
    } catch (IOException e) {
      replace();
    }
  }

  /** Starts another guard when this one was killed, so that all groups stay guarded. */
  private synchronized void replace() {
    if (closing || shell.isAlive()) {
      return;
    }
    if (++restarts > MOST_RESTARTS) {
      throw new IllegalStateException("the guard of the processes has died too often");
    }
    notes.accept("the guard of the processes died and is replaced");
    try {
      shell = launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    words = shell.outputWriter(StandardCharsets.US_ASCII);
    listen(shell);
    charges.values().forEach(this::say);
  }

  private Process launch() throws IOException {
    var builder = new ProcessBuilder("setsid", "/bin/sh", "-c", script, "guard", pipes.toString());
    builder.directory(Path.of("/").toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IOException(
          "local jobs need setsid (Debian: util-linux) and /bin/sh: " + e.getMessage(), e);
    }
  }

  private void listen(Process received) {
    Thread.ofPlatform()
        .daemon()
        .name("guard")
        .start(() -> {
          try (BufferedReader reader = received.inputReader(StandardCharsets.US_ASCII)) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
              news.accept(Long.parseLong(line));
            }
            received.waitFor();
          } catch (IOException e) {
            // the guard has ended
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          replace();
        });
  }

  private static long tenths(Duration duration) {
    return Math.max(1, duration.toMillis() / 100);
  }

  private static String script() throws IOException {
    try (var in = Guard.class.getResourceAsStream("guard.sh")) {
      if (in == null) {
        throw new IOException("guard.sh is missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
