package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** The exit code of a process that is asked to stop at any moment of its life. */
class StopSignalTest {
  private static final int UNRECOVERABLE = 78;

  private final List<String> ends = new ArrayList<>();
  private Runnable beforeExit = () -> {};
  private final StopSignal signal =
      new StopSignal(
          new StopSignal.Ends(
              code -> {
                beforeExit.run();
                ends.add("exit " + code);
              },
              note("halt")));

  private IntConsumer note(String how) {
    return code -> ends.add(how + " " + code);
  }

  @Test
  void requestBetweenTheEndOfTheWorkAndTheExitKeepsTheExitCode() {
    beforeExit = signal::shutDown;
    signal.exit(UNRECOVERABLE);

    assertThat(ends.getFirst()).isEqualTo("halt 78");
  }

  @Test
  void exitWithoutARequestKeepsItsCode() {
    signal.exit(0);
    signal.shutDown();

    assertThat(ends).containsExactly("exit 0", "halt 0");
  }

  @Test
  void requestedProcessEndsWithTheCodeOfItsWork() {
    signal.whenAsked(() -> signal.exit(UNRECOVERABLE));
    signal.shutDown();

    assertThat(ends).containsExactly("halt 78");
  }

  @Test
  void processWithoutWorkEndsWithTheCodeOfTheRequest() {
    signal.shutDown();

    assertThat(ends).containsExactly("halt 143");
  }
}
