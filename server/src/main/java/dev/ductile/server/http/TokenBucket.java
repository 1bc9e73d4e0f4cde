package dev.ductile.server.http;

import java.time.Duration;
import java.time.Instant;

/** Limits a rate: so many at once, and so many a second after that. */
final class TokenBucket {
  private final RateLimit limit;
  private double tokens;
  private Instant filled;

  TokenBucket(RateLimit limit, Instant now) {
    this.limit = limit;
    this.tokens = limit.burst();
    this.filled = now;
  }

  /** Takes one, if there is one. */
  synchronized boolean take(Instant now) {
    double seconds = Math.max(0, Duration.between(filled, now).toNanos() / 1e9);
    tokens = Math.min(limit.burst(), tokens + seconds * limit.perSecond());
    filled = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }
}
