package dev.ductile.policies.smd;

import dev.ductile.policies.sizing.SpeedBySize;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Caches a result for each kind of job between decisions, so that equal jobs are sized once. Jobs
 * of one kind share their speeds by size.
 */
final class CacheByKind<V> {
  private static final int MOST_REMEMBERED = 20_000;

  private record Known<V>(Allowance allowance, V value) {}

  private final Map<SpeedBySize, Known<V>> known = new HashMap<>();

  /** The result for the job's kind; computed if there is none yet, or none for these limits. */
  V of(Allowance allowance, Function<Allowance, V> work) {
    SpeedBySize kind = allowance.candidate().speeds();
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
