package dev.ductile.cli.train;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The display of a running job: one line for each event, and on a terminal a block of figures below
 * them that is redrawn.
 */
final class Screen implements AutoCloseable {
  private static final int WIDTH = 79;
  private static final int CURVE = 24;
  private static final String GAP = "   ";
  private static final long REDRAW_NANOS = 200_000_000L;
  private static final long QUIET_NANOS = 5_000_000_000L;
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private final Consumer<String> out;
  private final boolean watched;
  private final long start;
  private long drawnAt;
  private int drawn;

  /**
   * An empty screen.
   *
   * @param out takes text with its line ends
   * @param now of a monotonic clock
   */
  Screen(Consumer<String> out, boolean watched, long now) {
    this.out = out;
    this.watched = watched;
    this.start = now;
    this.drawnAt = now - REDRAW_NANOS;
  }

  /** Adds a line about an event. */
  void tell(String news, long now) {
    wipe();
    out.accept(String.format(Locale.ROOT, "%7.1f s  %s%n", (now - start) / 1e9, news));
  }

  /** Shows the status: redraws the block, or without a terminal adds a line now and then. */
  void show(TrainingStatus status, long now) {
    if (now - drawnAt < (watched ? REDRAW_NANOS : QUIET_NANOS)) {
      return;
    }
    drawnAt = now;
    if (!watched) {
      tell(sentence(status, now), now);
      return;
    }
    wipe();
    List<String> block = block(status, now);
    out.accept(block.stream().map(line -> line + "\n").collect(Collectors.joining()));
    drawn = block.size();
  }

  private static String sentence(TrainingStatus status, long now) {
    var parts = new ArrayList<String>(List.of("step %,d".formatted(status.step())));
    status.loss().ifPresent(loss -> parts.add("loss " + figure(loss)));
    status.heldOut().ifPresent(figures -> parts.add("held-out " + figures.brief()));
    OptionalDouble speed = speed(status, now);
    speed.ifPresent(known -> parts.add(figure(known) + " steps/s"));
    parts.add(tasks(status));
    String phase = phase(status, now);
    if (!phase.equals("running")) {
      parts.add(phase);
    }
    return String.join(", ", parts);
  }

  private static List<String> block(TrainingStatus status, long now) {
    OptionalDouble known = speed(status, now);
    String speed = known.isPresent() ? figure(known.getAsDouble()) + " steps/s" : "";
    String loss = status.loss().isPresent() ? "loss " + figure(status.loss().getAsDouble()) : "";
    String pause =
        status.pauses().isEmpty() ? "" : "last pause " + millis(status.pauses().getLast());
    String saved =
        status.checkpoint().isPresent()
            ? "saved at step %,d".formatted(status.checkpoint().getAsLong())
            : "";
    String name = "%s  %s".formatted(status.job(), phase(status, now));
    String step = "step %,d".formatted(status.step());
    int room = WIDTH - line(name, step, loss, speed).length() - GAP.length();
    return lines(
        line(name, step, loss, curve(status.losses(), Math.min(CURVE, room)), speed),
        line(tasks(status), pause, saved),
        status.heldOut().map(HeldOutFigures::sentence).orElse(""),
        line("+ - workers", "] [ servers", "q saves and stops"));
  }

  private static List<String> lines(String... all) {
    return List.of(all).stream().filter(line -> !line.isEmpty()).toList();
  }

  /** The phase of the job, or how long its master has been silent. */
  private static String phase(TrainingStatus status, long now) {
    OptionalLong silent = status.silentSeconds(now);
    return silent.isPresent()
        ? "no status from its master for %d s".formatted(silent.getAsLong())
        : status.phase();
  }

  private static OptionalDouble speed(TrainingStatus status, long now) {
    return status.silentSeconds(now).isPresent() ? OptionalDouble.empty() : status.stepsPerSecond();
  }

  private static String line(String... parts) {
    String all =
        List.of(parts).stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(GAP));
    return all.length() <= WIDTH ? all : all.substring(0, WIDTH);
  }

  private static String tasks(TrainingStatus status) {
    String now = words(status.size().workers(), status.size().servers());
    return status.size().equals(status.wanted())
        ? now
        : now + " (target %s)".formatted(status.wanted());
  }

  static String words(int workers, int servers) {
    String many = workers == 1 ? "1 worker" : workers + " workers";
    return servers == 0 ? many : many + (servers == 1 ? ", 1 server" : ", " + servers + " servers");
  }

  /**
   * The losses as small bars, each the mean of its part of them, and as high as its order of
   * magnitude, so that small losses still show a trend.
   */
  static String curve(List<Double> losses, int most) {
    int bars = Math.min(most, losses.size());
    if (bars < 2) {
      return "";
    }
    var heights = new ArrayList<Double>();
    for (int i = 0; i < bars; i++) {
      heights.add(
          losses.subList(i * losses.size() / bars, (i + 1) * losses.size() / bars).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(0));
    }
    if (heights.stream().allMatch(mean -> mean > 0)) {
      heights.replaceAll(Math::log);
    }
    double least = Collections.min(heights);
    double range = Collections.max(heights) - least;
    var text = new StringBuilder();
    for (double height : heights) {
      double share = range > 0 ? (height - least) / range : 0;
      text.append(BARS.charAt(Math.clamp(Math.round(share * (BARS.length() - 1)), 0, 7)));
    }
    return text.toString();
  }

  static String figure(double number) {
    return String.format(Locale.ROOT, Math.abs(number) >= 1e5 ? "%.3g" : "%.4g", number);
  }

  /** Such as {@code 8.31 ms}. */
  static String millis(Duration pause) {
    double millis = pause.toNanos() / 1e6;
    return String.format(Locale.ROOT, millis >= 100 ? "%.0f ms" : "%.2f ms", millis);
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
