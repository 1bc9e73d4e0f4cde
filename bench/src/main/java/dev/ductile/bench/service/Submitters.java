package dev.ductile.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Clients that submit jobs at once, and keep the identifiers that the server has acknowledged. */
final class Submitters {
  private static final String JOB =
      """
      name: night
      worker: {gpu: 1}
      bounds: {workers: {min: 1, max: 2}}
      command: [sleep, '600']
      """;

  /** The wait after a submission that the server refused, such as one above its rate limit. */
  private static final Duration AFTER_REFUSAL = Duration.ofMillis(50);

  private final Requests requests;
  private final AtomicLong refused = new AtomicLong();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  Submitters(Requests requests) {
    this.requests = requests;
  }

  Set<String> acknowledged() {
    return acknowledged;
  }

  /** The submissions so far that the server did not accept. */
  long refused() {
    return refused.get();
  }

  /**
   * Submits until the time is over or so many jobs are submitted.
   *
   * @param rate jobs a second at most
   * @return the times until the acknowledgement
   */
  Times submit(int clients, long most, double rate, Duration within) throws InterruptedException {
    var times = new Times();
    var next = new AtomicLong();
    long begin = System.nanoTime();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < clients; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                long number = next.getAndIncrement();
                while (number < most && System.nanoTime() - begin < within.toNanos()) {
                  await(begin + (long) (number / rate * 1e9));
                  submit(times);
                  number = next.getAndIncrement();
                }
              }));
    }
    for (Thread each : threads) {
      each.join();
    }
    return times;
  }

  private static void await(long nanos) {
    while (System.nanoTime() < nanos) {
      LockSupport.parkNanos(nanos - System.nanoTime());
    }
  }

  private void submit(Times times) {
    long begin = System.nanoTime();
    try {
      List<String> ids = new ArrayList<>();
      for (JsonNode id : Json.MAPPER.readTree(requests.submit(JOB)).get("ids")) {
        ids.add(id.asText());
      }
      acknowledged.addAll(ids);
      times.addSince(begin);
    } catch (IOException failure) {
      if (refused.getAndIncrement() == 0) {
        System.err.println("the first that is not submitted: " + failure.getMessage());
      }
      LockSupport.parkNanos(AFTER_REFUSAL.toNanos());
    }
  }
}
