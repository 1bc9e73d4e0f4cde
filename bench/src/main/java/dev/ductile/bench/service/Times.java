package dev.ductile.bench.service;

import java.util.ArrayList;
import java.util.List;

/** Times of one kind, in milliseconds; any thread adds to them. */
final class Times {
  private final List<Double> times = new ArrayList<>();

  synchronized void add(double milliseconds) {
    times.add(milliseconds);
  }

  void addSince(long beginNanos) {
    add((System.nanoTime() - beginNanos) / 1e6);
  }

  synchronized int count() {
    return times.size();
  }

  synchronized double percentile(double share) {
    List<Double> sorted = times.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((int) (share * (sorted.size() - 1)));
  }

  /** Such as "3.1, 9.8 ms": median and 99th percentile. */
  String text() {
    return "%.1f, %.1f ms".formatted(percentile(0.5), percentile(0.99));
  }
}
