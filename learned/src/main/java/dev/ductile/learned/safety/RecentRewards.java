package dev.ductile.learned.safety;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/** A moving average of the reward, relative to what the teacher's plans would have earned. */
final class RecentRewards {
  private final int most;
  private final Deque<SlotReward> slots = new ArrayDeque<>();

  /** The last slots, at most this many. */
  RecentRewards(int most) {
    this.most = most;
  }

  void add(SlotReward slot) {
    slots.addLast(slot);
    if (slots.size() > most) {
      slots.removeFirst();
    }
  }

  void clear() {
    slots.clear();
  }

  boolean isFull() {
    return slots.size() == most;
  }

  /** The reward as a part of the teacher's; absent if its plans would have earned nothing. */
  OptionalDouble relative() {
    double earned = slots.stream().mapToDouble(SlotReward::earned).sum();
    double reference = slots.stream().mapToDouble(SlotReward::ofTeacher).sum();
    return reference > 0 ? OptionalDouble.of(earned / reference) : OptionalDouble.empty();
  }
}
