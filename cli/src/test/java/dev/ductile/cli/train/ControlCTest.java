package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Real signals of this process. */
@Isolated("a signal is for the whole process")
final class ControlCTest {
  private static final long PATIENCE_SECONDS = 30;

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

  private String raise() throws Exception {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Object signal = signals.getConstructor(String.class).newInstance("INT");
    signals.getMethod("raise", signals).invoke(null, signal);
    return heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
