package dev.ductile.server;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The last value that a server has accepted for each job. */
final class LastValues {
  private final Map<String, Optional<Integer>> values = new HashMap<>();

  /** While the answer is open, and if it is lost, the value is not known. */
  synchronized void set(String job, int value, Runnable request) {
    values.put(job, Optional.empty());
    request.run();
    values.put(job, Optional.of(value));
  }

  synchronized Optional<Integer> known(String job) {
    return values.getOrDefault(job, Optional.empty());
  }

  /** Whether a value was ever asked for. */
  synchronized boolean has(String job) {
    return values.containsKey(job);
  }
}
