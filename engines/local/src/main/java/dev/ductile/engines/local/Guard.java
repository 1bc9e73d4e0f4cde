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
 * signals them on request, and ends them all when its input ends: however the engine died, the
 * kernel closes that pipe.
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
   * @param pipes a folder that it removes at its end
   * @param news called with the number of a swept group that is gone
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

  /** Ends what is left of a group whose leader has ended; its number is news when it is gone. */
  synchronized void sweep(long group, Duration grace) {
    charges.put(group, "sweep %d %d%n".formatted(group, tenths(grace)));
    say("sweep %d %d%n".formatted(group, tenths(grace)));
  }

  synchronized void kill(long group) {
    say("kill %d%n".formatted(group));
  }

  /** The group is gone, or given up; its number may come again. */
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
        // it is dead already, which is what this asks for
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

  /** A guard that was killed leaves everybody unguarded, so there is another one at once. */
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
            // as good as its end
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
