package dev.ductile.bench.shares;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Times of the same step, of which the median and the worst count. */
final class Times {
  private final List<Duration> times = new ArrayList<>();

  void add(Duration time) {
    times.add(time);
  }

  String text() {
    List<Duration> sorted = times.stream().sorted().toList();
    return "median %d, worst %d ms"
        .formatted(sorted.get(sorted.size() / 2).toMillis(), sorted.getLast().toMillis());
  }
}
