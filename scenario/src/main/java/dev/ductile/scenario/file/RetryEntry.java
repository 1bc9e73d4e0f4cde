package dev.ductile.scenario.file;

import dev.ductile.text.NumberBounds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * The reaction to a failed task, by its exit code. The exit codes 78, 126 and 127 always end the
 * job, and 143 never counts as a failure.
 *
 * @param restarts restarts after failures; 3 if it is absent
 * @param retryOn exit codes after which the job is started again, also if they would end it by
 *     default
 * @param failOn further exit codes that end the job at once
 */
record RetryEntry(
    @NumberBounds(least = 0) OptionalInt restarts,
    Optional<List<@NumberBounds(least = 1, most = 255) Integer>> retryOn,
    Optional<List<@NumberBounds(least = 1, most = 255) Integer>> failOn) {
  private static final List<Integer> ALWAYS_FAIL = List.of(78, 126, 127);
  private static final int STOPPED = 143;

  static final RetryEntry NONE =
      new RetryEntry(OptionalInt.empty(), Optional.empty(), Optional.empty());

  RetryEntry {
    retryOn.orElse(List.of()).forEach(code -> requireChoice("retryOn", code));
    failOn.orElse(List.of()).forEach(code -> requireChoice("failOn", code));
    retryOn.orElse(List.of()).stream()
        .filter(failOn.orElse(List.of())::contains)
        .findFirst()
        .ifPresent(code -> {
          throw new IllegalArgumentException(
              "retryOn and failOn both have the exit code %d".formatted(code));
        });
  }

  /** The exit codes that end the job at once, given those that do so by default. */
  List<Integer> fatal(List<Integer> standard) {
    var fatal = new TreeSet<>(standard);
    fatal.addAll(failOn.orElse(List.of()));
    retryOn.orElse(List.of()).forEach(fatal::remove);
    ALWAYS_FAIL.forEach(fatal::remove);
    return List.copyOf(fatal);
  }

  private static void requireChoice(String key, int code) {
    if (code < 1 || code > 255) {
      throw new IllegalArgumentException(
          "%s has exit code %d; they are between 1 and 255".formatted(key, code));
    }
    if (code == STOPPED || ALWAYS_FAIL.contains(code)) {
      throw new IllegalArgumentException(
          "%s has exit code %d, whose meaning is fixed: 143 is never a failure, and 78, 126 and 127 always end the job"
              .formatted(key, code));
    }
  }
}
