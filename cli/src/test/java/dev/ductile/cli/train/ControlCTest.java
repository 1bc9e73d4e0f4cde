package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Real signals of this process. */
@Isolated("a signal is for the whole process")
final class ControlCTest {
  private static final long PATIENCE_SECONDS = 30;
  private static final int SIGINT = 2;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @Test
  void theFirstCtrlCAndLaterOnesAreToldApart() throws Exception {
    try (var _ = ControlC.listen(() -> heard.add("first"), () -> heard.add("later"))) {
      assertThat(raise()).isEqualTo("first");
      assertThat(raise()).isEqualTo("later");
      assertThat(raise()).isEqualTo("later");
    }
  }

  @Test
  void afterItIsClosedTheHandlerBeforeItIsBack() throws Exception {
    try (var _ = ControlC.listen(() -> heard.add("before"), () -> heard.add("before"))) {
      ControlC.listen(() -> heard.add("closed"), () -> heard.add("closed")).close();

      assertThat(raise()).isEqualTo("before");
    }
  }

  /** A background job of a shell without job control is started like this. */
  @BeforeEach
  void thisProcessDoesNotIgnoreTheSignal() throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElse("0");
    assumeTrue(
        (Long.parseUnsignedLong(ignored, 16) & (1L << (SIGINT - 1))) == 0, "SIGINT is ignored");
  }

  private String raise() throws Exception {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Object signal = signals.getConstructor(String.class).newInstance("INT");
    signals.getMethod("raise", signals).invoke(null, signal);
    return heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
