package dev.ductile.cli.train;

import dev.ductile.reports.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The figures of a job as a terminal shows them. */
final class JobText {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private JobText() {}

  /** Such as {@code 1,200 of 8,000}. */
  static String steps(TrainingStatus status) {
    OptionalLong total = status.total();
    String step = "%,d".formatted(status.step());
    return total.isPresent() ? "%s of %,d".formatted(step, total.getAsLong()) : step;
  }

  /** The time until the last step at this speed; empty if one of them is not known. */
  static OptionalDouble secondsLeft(TrainingStatus status, OptionalDouble stepsPerSecond) {
    OptionalLong total = status.total();
    if (total.isEmpty() || !(stepsPerSecond.orElse(0) > 0)) {
      return OptionalDouble.empty();
    }
    double steps = Math.max(0, total.getAsLong() - status.step());
    return OptionalDouble.of(steps / stepsPerSecond.getAsDouble());
  }

  /** Such as {@code 1m 5s}; whole seconds, because it changes all the time. */
  static String time(double seconds) {
    return Unit.SECONDS.text(Math.rint(seconds));
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
}
