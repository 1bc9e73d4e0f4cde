package dev.ductile.api;

import java.util.List;

/**
 * The allowed counts of one role of a job: all from {@code min} to {@code max}, or only the listed
 * ones if {@code allowed} is not empty.
 */
public record Range(int min, int max, List<Integer> allowed) {
  /** The largest number of tasks of one role; a larger number is more likely a mistake. */
  public static final int LIMIT = 1_000_000;

  public static final Range ZERO = new Range(0, 0, List.of());

  public Range {
    allowed = allowed.stream().sorted().distinct().toList();
    if (min < 0 || max < min || max > LIMIT) {
      throw new IllegalArgumentException(
          "a range needs 0 <= min <= max <= %d, not min %d and max %d".formatted(LIMIT, min, max));
    }
    for (int count : allowed) {
      if (count < min || count > max) {
        throw new IllegalArgumentException(
            "allowed size %d is not between min %d and max %d".formatted(count, min, max));
      }
    }
  }

  public static Range exactly(int count) {
    return new Range(count, count, List.of());
  }

  public static Range between(int min, int max) {
    return new Range(min, max, List.of());
  }

  public static Range of(List<Integer> allowed) {
    int min = allowed.stream().min(Integer::compare).orElse(0);
    int max = allowed.stream().max(Integer::compare).orElse(0);
    return new Range(min, max, allowed);
  }

  public boolean allows(int count) {
    return count >= min && count <= max && (allowed.isEmpty() || allowed.contains(count));
  }

  /** The least allowed count. */
  public int least() {
    return allowed.isEmpty() ? min : allowed.getFirst();
  }

  /** The greatest allowed count. */
  public int most() {
    return allowed.isEmpty() ? max : allowed.getLast();
  }

  /** The greatest allowed count up to {@code count}; the least allowed count if all are larger. */
  public int atMost(int count) {
    if (allowed.isEmpty()) {
      return Math.clamp(count, min, max);
    }
    int best = least();
    for (int candidate : allowed) {
      if (candidate <= count) {
        best = candidate;
      }
    }
    return best;
  }

  /** The least allowed count above {@code count}, or {@code count} itself if there is none. */
  public int after(int count) {
    if (allowed.isEmpty()) {
      return count < min ? min : Math.min(count + 1, Math.max(max, count));
    }
    for (int candidate : allowed) {
      if (candidate > count) {
        return candidate;
      }
    }
    return count;
  }

  /** Text for people: {@code 4}, {@code 1 to 8}, or with gaps {@code 1, 2 or 4}. */
  @Override
  public String toString() {
    if (least() == most()) {
      return Integer.toString(least());
    }
    if (allowed.size() == most() - least() + 1 || allowed.isEmpty()) {
      return least() + " to " + most();
    }
    List<String> counts = allowed.stream().map(count -> Integer.toString(count)).toList();
    return String.join(", ", counts.subList(0, counts.size() - 1)) + " or " + counts.getLast();
  }
}
