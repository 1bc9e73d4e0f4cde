package dev.ductile.answers;

import dev.ductile.api.Reason;
import dev.ductile.rest.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Times in sentences, as seen from now: {@code now}, {@code in about 40 s}, {@code at about 15:10},
 * {@code tomorrow at about 09:30}.
 *
 * @param zone the time zone of the clock in the sentences
 */
public record TimeWords(Instant now, ZoneId zone) {
  private static final Duration NOW = Duration.ofSeconds(1);

  /** Shorter times are told in seconds. */
  private static final Duration SOON = Duration.ofMinutes(2);

  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);

  /** The time of an event. */
  public String at(Instant time) {
    return words(time, "at about ");
  }

  /** The time before which something is complete. */
  public String by(Instant time) {
    return words(time, "by about ");
  }

  private String words(Instant time, String preposition) {
    Duration wait = Duration.between(now, time);
    if (wait.compareTo(NOW) <= 0) {
      return "now";
    }
    return wait.compareTo(SOON) < 0
        ? "in about " + Reason.text(wait)
        : day(time) + preposition + clock(time);
  }

  /** The interval around a time, in brackets; empty if it reads as one time. */
  public String interval(TimeRange range) {
    boolean isSoon = Duration.between(now, range.latest()).compareTo(SOON) < 0;
    String from = isSoon ? seconds(range.earliest()) : moment(range.earliest());
    String to = isSoon ? seconds(range.latest()) : moment(range.latest());
    return from.equals(to) ? "" : " (between %s and %s)".formatted(from, to);
  }

  /** A time of the clock, with its day if that is not today. */
  public String moment(Instant time) {
    return day(time) + clock(time);
  }

  private String seconds(Instant time) {
    Duration wait = Duration.between(now, time);
    return wait.compareTo(NOW) <= 0 ? "now" : Reason.text(wait);
  }

  private String clock(Instant time) {
    return CLOCK.format(time.atZone(zone));
  }

  private String day(Instant time) {
    ZonedDateTime then = time.atZone(zone);
    LocalDate today = now.atZone(zone).toLocalDate();
    if (then.toLocalDate().equals(today)) {
      return "";
    }
    return then.toLocalDate().equals(today.plusDays(1)) ? "tomorrow " : DAY.format(then) + " ";
  }
}
