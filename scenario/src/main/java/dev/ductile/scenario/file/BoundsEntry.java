package dev.ductile.scenario.file;

import dev.ductile.api.Range;
import dev.ductile.text.Entries;
import dev.ductile.text.NumberBounds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The sizes that a job may have. Without bounds a job has any size that the cluster can hold; only
 * a job with a program then keeps the size of its request.
 *
 * @param workers the number of workers
 * @param servers the number of servers
 */
record BoundsEntry(Optional<RangeEntry> workers, Optional<RangeEntry> servers) {
  /**
   * The counts that one role of a job may have.
   *
   * @param min the smallest count; 1 if it is absent
   * @param max the largest count; as many as the cluster can hold if it is absent
   * @param allowed only these counts
   */
  record RangeEntry(
      @NumberBounds(least = 0, most = Range.LIMIT) OptionalInt min,
      @NumberBounds(least = 0, most = Range.LIMIT) OptionalInt max,
      Optional<@Entries(least = 1) List<@NumberBounds(least = 0) Integer>> allowed) {
    RangeEntry {
      if (allowed.isPresent() && allowed.get().isEmpty()) {
        throw new IllegalArgumentException("allowed lists no size");
      }
      requireCount("min", min);
      requireCount("max", max);
      if (min.isPresent() && max.isPresent() && min.getAsInt() > max.getAsInt()) {
        throw new IllegalArgumentException(
            "min is %d, above max %d".formatted(min.getAsInt(), max.getAsInt()));
      }
    }

    /**
     * @param least the count that {@code min} stands for if it is absent
     * @param most the count that {@code max} stands for if it is absent
     */
    Range range(int least, int most) {
      if (allowed.isPresent()) {
        Range listed = Range.of(allowed.get());
        return new Range(min.orElse(listed.least()), max.orElse(listed.most()), allowed.get());
      }
      int low = min.orElse(Math.min(least, max.orElse(least)));
      return Range.between(low, max.orElse(Math.max(low, most)));
    }

    private static void requireCount(String name, OptionalInt count) {
      if (count.orElse(0) < 0 || count.orElse(0) > Range.LIMIT) {
        throw new IllegalArgumentException(
            "%s must be between 0 and %d, not %d".formatted(name, Range.LIMIT, count.getAsInt()));
      }
    }
  }
}
