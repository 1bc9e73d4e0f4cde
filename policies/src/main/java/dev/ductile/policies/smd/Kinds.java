package dev.ductile.policies.smd;

import dev.ductile.policies.sizing.SpeedBySize;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers from one decision to the next what was worked out for a kind of job, so that equal jobs
 * are sized once. Jobs of one kind climb the same ladder.
 */
final class Kinds<V> {
  private static final int MOST_REMEMBERED = 20_000;

  private record Known<V>(Allowance allowance, V value) {}

  private final Map<SpeedBySize, Known<V>> known = new HashMap<>();

  /** What is known of the kind, worked out where it is not or where it was for other limits. */
  V of(Allowance allowance, Function<Allowance, V> work) {
    SpeedBySize kind = allowance.candidate().ladder();
    Known<V> before = known.get(kind);
    if (before != null && Arrays.equals(before.allowance().most(), allowance.most())) {
      return before.value();
    }
    if (known.size() >= MOST_REMEMBERED) {
      known.clear();
    }
    V value = work.apply(allowance);
    known.put(kind, new Known<>(allowance, value));
    return value;
  }
}
