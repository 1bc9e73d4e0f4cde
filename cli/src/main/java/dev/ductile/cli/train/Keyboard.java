package dev.ductile.cli.train;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Reads single keys of a terminal, including Ctrl-C. A small shell saves the settings of the
 * terminal and restores them when this process ends in any way.
 */
final class Keyboard implements AutoCloseable {
  static final int CTRL_C = 3;

  private static final String KEEPER =
      """
      trap '' TTOU INT
      old=$(stty -g < /dev/tty) || exit 1
      stty -icanon -echo -isig min 1 < /dev/tty || exit 1
      echo ready
      read -r over
      stty "$old" < /dev/tty
      """;

  private static final long FAREWELL_SECONDS = 2;

  private final Process keeper;

  private Keyboard(Process keeper) {
    this.keeper = keeper;
  }

  /** Reads keys on its own thread. */
  static Keyboard listen(InputStream terminal, IntConsumer keys) throws IOException {
    Process keeper =
        new ProcessBuilder("/bin/sh", "-c", KEEPER)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var answer =
        new BufferedReader(
            new InputStreamReader(keeper.getInputStream(), StandardCharsets.US_ASCII));
    if ("ready".equals(answer.readLine())) {
      Thread.ofPlatform().daemon().name("keys").start(() -> read(terminal, keys));
    }
    return new Keyboard(keeper);
  }

  private static void read(InputStream terminal, IntConsumer keys) {
    try {
      for (int key = terminal.read(); key >= 0; key = terminal.read()) {
        keys.accept(key);
      }
    } catch (IOException _) {
      // there are no keys any more
    }
  }

  @Override
  public void close() {
    try (OutputStream end = keeper.getOutputStream()) {
      end.write('\n');
    } catch (IOException _) {
      // it has ended already
    }
    try {
      keeper.waitFor(FAREWELL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
