package dev.ductile.server.http;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** One token bucket for each user or address. It forgets the one that was not used for longest. */
final class RateLimiter {
  private static final int MOST = 10_000;

  private final RateLimit limit;
  private final InstantSource clock;
  private final Map<String, TokenBucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
          return size() > MOST;
        }
      };

  RateLimiter(RateLimit limit, InstantSource clock) {
    this.limit = limit;
    this.clock = clock;
  }

  boolean allows(String key) {
    return bucket(key).take(clock.instant());
  }

  private synchronized TokenBucket bucket(String key) {
    return buckets.computeIfAbsent(key, name -> new TokenBucket(limit, clock.instant()));
  }
}
