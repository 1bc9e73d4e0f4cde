package dev.ductile.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Counts the open event streams, of all users and of each. */
final class Streams {
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final int most;
  private final int mostOfUser;
  private final Map<String, Integer> byUser = new HashMap<>();
  private int open;

  Streams(HttpLimits limits) {
    this.most = limits.streams();
    this.mostOfUser = limits.streamsOfUser();
  }

  synchronized void open(String user) {
    int ofUser = byUser.getOrDefault(user, 0);
    if (open >= most || ofUser >= mostOfUser) {
      throw Refusal.tooMany(
          "%d event streams are open, %d of %s; the limits are %d and %d"
              .formatted(open, ofUser, user, most, mostOfUser),
          RETRY);
    }
    open++;
    byUser.put(user, ofUser + 1);
  }

  synchronized void close(String user) {
    open--;
    byUser.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
  }

  synchronized int open() {
    return open;
  }
}
