package dev.ductile.cli.service;

import dev.ductile.rest.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Times as people read them: relative to now, and by the clock of their zone. */
public record Times(Instant now, ZoneId zone) {
  private static final DateTimeFormatter WHOLE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

  private static final long MINUTE_SECONDS = 60;
  private static final long HOUR_SECONDS = 3_600;
  private static final long DAY_SECONDS = 86_400;

  /** The time since then, such as {@code 5m}; zero for a time to come. */
  String age(Instant then) {
    return length(Duration.between(then, now));
  }

  /** The date and the time of day. */
  String at(Instant then) {
    return WHOLE.format(then.atZone(zone));
  }

  /** The date, the time of day and the distance, such as {@code 2026-01-02 03:04:05 (5m ago)}. */
  String atAndAge(Instant then) {
    boolean isPast = !then.isAfter(now);
    Duration distance = Duration.between(then, now).abs();
    return "%s (%s)"
        .formatted(at(then), isPast ? length(distance) + " ago" : "in " + length(distance));
  }

  String at(Optional<Instant> then) {
    return then.map(this::at).orElse("");
  }

  /** The time of day, with the date if it is another day. */
  String clock(Instant then) {
    ZonedDateTime local = then.atZone(zone);
    return isToday(local) ? CLOCK.format(local) : WHOLE.format(local);
  }

  /** A forecast: its median, with the interval. */
  String range(TimeRange range) {
    return "about %s (%s to %s)"
        .formatted(minute(range.median()), minute(range.earliest()), minute(range.latest()));
  }

  private String minute(Instant then) {
    ZonedDateTime local = then.atZone(zone);
    return isToday(local) ? MINUTE.format(local) : DAY.format(local);
  }

  private boolean isToday(ZonedDateTime local) {
    return local.toLocalDate().equals(now.atZone(zone).toLocalDate());
  }

  /** A length in its two largest units, such as {@code 2h5m}. */
  static String length(Duration length) {
    long seconds = Math.max(0, length.toSeconds());
    if (seconds < MINUTE_SECONDS) {
      return seconds + "s";
    }
    if (seconds < HOUR_SECONDS) {
      return two(seconds, MINUTE_SECONDS, "m", 1, "s");
    }
    if (seconds < DAY_SECONDS) {
      return two(seconds, HOUR_SECONDS, "h", MINUTE_SECONDS, "m");
    }
    return two(seconds, DAY_SECONDS, "d", HOUR_SECONDS, "h");
  }

  private static String two(long seconds, long unit, String name, long part, String partName) {
    long rest = seconds % unit / part;
    return seconds / unit + name + (rest == 0 ? "" : rest + partName);
  }

  /** The same for a number of seconds. */
  static String length(double seconds) {
    return length(Duration.ofMillis(Math.round(Math.min(seconds, 1e12) * 1_000)));
  }
}
