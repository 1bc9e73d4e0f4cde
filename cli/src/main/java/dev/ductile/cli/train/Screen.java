package dev.ductile.cli.train;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The display of running jobs: one line for each event, and on a terminal a block of figures below
 * them that is redrawn.
 */
final class Screen implements AutoCloseable {
  private static final long REDRAW_NANOS = 200_000_000L;
  private static final long QUIET_NANOS = 5_000_000_000L;

  private final Consumer<String> out;
  private final Optional<TerminalSize> terminal;
  private long start;
  private long drawnAt;
  private int drawn;

  /** The figures of jobs at one time of a monotonic clock. */
  interface Display {
    /** Lines that fit a terminal and are redrawn. */
    List<String> block(long now, TerminalSize terminal);

    /** Lines without a terminal, which stay. */
    List<String> lines(long now);
  }

  /**
   * An empty screen.
   *
   * @param out takes text with its line ends
   * @param terminal that shows it; empty if no terminal does
   * @param now of a monotonic clock
   */
  Screen(Consumer<String> out, Optional<TerminalSize> terminal, long now) {
    this.out = out;
    this.terminal = terminal;
    this.start = now;
    this.drawnAt = now - REDRAW_NANOS;
  }

  /** The time from which the lines count. */
  void startsAt(long newStart) {
    start = newStart;
  }

  /** Adds a line about an event. */
  void tell(String news, long now) {
    print(String.format(Locale.ROOT, "%7.1f s  %s", (now - start) / 1e9, news));
  }

  /** Adds a line; a terminal gets as many rows as it needs. */
  void print(String line) {
    wipe();
    out.accept(terminal.map(size -> size.wrapped(line)).orElse(line) + "\n");
  }

  /** Shows the figures: redraws the block, or without a terminal adds lines now and then. */
  void show(Display display, long now) {
    if (now - drawnAt < (terminal.isPresent() ? REDRAW_NANOS : QUIET_NANOS)) {
      return;
    }
    drawnAt = now;
    if (terminal.isEmpty()) {
      display.lines(now).forEach(line -> tell(line, now));
      return;
    }
    // a line that is wrapped, or a row that has scrolled away, would not be removed
    List<String> block = terminal.get().cut(display.block(now, terminal.get()));
    wipe();
    out.accept(block.stream().map(line -> line + "\n").collect(Collectors.joining()));
    drawn = block.size();
  }

  private void wipe() {
    if (drawn > 0) {
      out.accept("\033[%dA\r\033[J".formatted(drawn));
      drawn = 0;
    }
  }

  /** Removes the block. */
  @Override
  public void close() {
    wipe();
  }
}
