package dev.ductile.api;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A vector of named amounts: gpu, cpu, memory and storage (bytes), or any resource that a cluster
 * counts. Amounts are finite and never negative; an absent name means zero.
 */
public final class Resources {
  public static final String GPU = "gpu";
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String STORAGE = "storage";

  /** Names that read as units of an amount. */
  private static final Set<String> USUAL = Set.of(GPU, CPU, MEMORY, STORAGE);

  /** No resources. */
  public static final Resources NONE = new Resources(new TreeMap<>());

  /** Differences below this share of an amount count as rounding. */
  private static final double ROUNDING = 1e-9;

  /**
   * The largest difference that counts as rounding. It is far below one, so whole amounts are
   * counted exactly. It is far above the rounding errors of sums of fractions.
   */
  private static final double MOST_ROUNDING = 1e-3;

  /** Smaller amounts are written with all their digits, so that none reads as zero. */
  private static final double LEAST_READABLE = 0.01;

  private final SortedMap<String, Double> amounts;

  /** The amounts once more: a decision compares resources of many jobs. */
  private final String[] names;

  private final double[] values;
  private final int hash;

  private Resources(SortedMap<String, Double> amounts) {
    this.amounts = amounts;
    this.names = amounts.keySet().toArray(String[]::new);
    this.values = amounts.values().stream().mapToDouble(Double::doubleValue).toArray();
    this.hash = amounts.hashCode();
  }

  public static Resources of(Map<String, Double> amounts) {
    var kept = new TreeMap<String, Double>();
    amounts.forEach((name, amount) -> {
      Names.require("resource", name);
      if (!(amount >= 0) || amount.isInfinite()) {
        throw new IllegalArgumentException(
            "resource %s must be a finite amount of at least 0, not %s".formatted(name, amount));
      }
      if (amount > 0) {
        kept.put(name, amount);
      }
    });
    return kept.isEmpty() ? NONE : new Resources(kept);
  }

  public static Resources of(String name, double amount) {
    return of(Map.of(name, amount));
  }

  public static Resources gpus(double amount) {
    return of(GPU, amount);
  }

  public double amount(String name) {
    return amounts.getOrDefault(name, 0.0);
  }

  /** The amounts above zero, sorted by name. */
  public Map<String, Double> amounts() {
    return java.util.Collections.unmodifiableMap(amounts);
  }

  public boolean isNone() {
    return amounts.isEmpty();
  }

  public Resources plus(Resources other) {
    if (other.isNone()) {
      return this;
    }
    var sum = new TreeMap<>(amounts);
    other.amounts.forEach(
        (name, amount) -> sum.merge(name, amount, (one, more) -> finite(one + more)));
    return of(sum);
  }

  /** The difference to {@code other}; negative amounts become zero. */
  public Resources minus(Resources other) {
    var rest = new TreeMap<>(amounts);
    other.amounts.forEach(
        (name, amount) -> rest.computeIfPresent(name, (n, a) -> Math.max(0, a - amount)));
    return of(rest);
  }

  public Resources times(double factor) {
    var scaled = new TreeMap<String, Double>();
    amounts.forEach((name, amount) -> scaled.put(name, finite(amount * factor)));
    return of(scaled);
  }

  /** The largest double, if an amount is too large for a double. */
  private static double finite(double amount) {
    return Math.min(amount, Double.MAX_VALUE);
  }

  /** Whether these resources fit in {@code capacity}, up to rounding. */
  public boolean fitsIn(Resources capacity) {
    for (var entry : amounts.entrySet()) {
      if (!covers(capacity.amount(entry.getKey()), entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether {@code available} covers {@code needed}, up to rounding of fractions. A need of zero is
   * always covered, even if {@code available} is negative.
   */
  public static boolean covers(double available, double needed) {
    return available >= floor(needed);
  }

  /** How many times {@code each} fits in {@code available}, at most {@code most}. */
  public static int times(double available, double each, int most) {
    if (each <= 0 || covers(available, each * most)) {
      return most;
    }
    int times = (int) Math.clamp(Math.floor(available / each), 0, most);
    if (times < most && covers(available, each * (times + 1))) {
      return times + 1;
    }
    return times > 0 && !covers(available, each * times) ? times - 1 : times;
  }

  /** The least amount that counts as {@code needed}. */
  static double floor(double needed) {
    return needed > 0 ? needed - rounding(needed) : Double.NEGATIVE_INFINITY;
  }

  /** The difference up to which an amount counts as not less than another one. */
  static double rounding(double amount) {
    return Math.min(MOST_ROUNDING, ROUNDING * Math.max(1, amount));
  }

  /** The largest share of {@code whole} in any resource; infinite if {@code whole} lacks one. */
  public double dominantShareOf(Resources whole) {
    double largest = 0;
    for (var entry : amounts.entrySet()) {
      largest = Math.max(largest, entry.getValue() / whole.amount(entry.getKey()));
    }
    return largest;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Resources that
            && hash == that.hash
            && Arrays.equals(values, that.values)
            && Arrays.equals(names, that.names));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Text for people: {@code 16 cpu, 4 gpu, 64 GiB memory, 2 × slot}. */
  @Override
  public String toString() {
    if (isNone()) {
      return "nothing";
    }
    return amounts.entrySet().stream()
        .map(entry -> text(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** An amount with its name; a cross sets off a name that a person chose, which has no plural. */
  public static String named(String number, String name) {
    return number + (USUAL.contains(name) ? " " : " × ") + name;
  }

  private static String text(String name, double amount) {
    boolean bytes = name.equals(MEMORY) || name.equals(STORAGE);
    if (!bytes || amount < 1024) {
      return named(number(amount), name);
    }
    Iterator<String> units = java.util.List.of("KiB", "MiB", "GiB", "TiB", "PiB").iterator();
    double scaled = amount;
    String unit = "B";
    while (scaled >= 1024 && units.hasNext()) {
      scaled /= 1024;
      unit = units.next();
    }
    return number(scaled) + " " + unit + " " + name;
  }

  private static String number(double amount) {
    if (amount < LEAST_READABLE) {
      return Reason.text(amount);
    }
    return java.math.BigDecimal.valueOf(amount)
        .setScale(2, java.math.RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }
}
