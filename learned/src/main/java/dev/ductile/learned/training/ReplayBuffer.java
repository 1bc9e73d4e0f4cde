package dev.ductile.learned.training;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The latest samples, from which training draws at random (DL2, Section 4.3). */
final class ReplayBuffer<T> {
  private final int most;
  private final List<T> samples = new ArrayList<>();
  private int oldest;

  ReplayBuffer(int most) {
    this.most = most;
  }

  /** Adds a sample in place of the oldest one if the buffer is full. */
  void add(T sample) {
    if (samples.size() < most) {
      samples.add(sample);
      return;
    }
    samples.set(oldest, sample);
    oldest = (oldest + 1) % most;
  }

  int size() {
    return samples.size();
  }

  /** Draws with replacement. */
  List<T> draw(int count, RandomGenerator random) {
    var drawn = new ArrayList<T>(count);
    for (int i = 0; i < count; i++) {
      drawn.add(samples.get(random.nextInt(samples.size())));
    }
    return drawn;
  }
}
