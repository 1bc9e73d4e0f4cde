package dev.ductile.cli.service;

import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/** A point in time as people write it: a date, a day, or the time since then. */
public final class Moment {
  private Moment() {}

  /**
   * The instant of a text: {@code 2026-01-01}, {@code 2026-01-01 12:00:00} in UTC, {@code
   * yesterday} or {@code today} for their beginning in the zone of the times, {@code now}, or
   * {@code 24h} for so long ago.
   *
   * @param option its name in messages
   */
  public static Instant of(String option, String text, Times times) {
    LocalDate today = LocalDate.ofInstant(times.now(), times.zone());
    Optional<Instant> instant =
        switch (text) {
          case "now" -> Optional.of(times.now());
          case "today" -> Optional.of(today.atStartOfDay(times.zone()).toInstant());
          case "yesterday" ->
              Optional.of(today.minusDays(1).atStartOfDay(times.zone()).toInstant());
          default -> written(text, times);
        };
    return instant.orElseThrow(() ->
        new InputException(
            "%s takes a time such as 2026-01-01, \"2026-01-01 12:00:00\" (UTC), yesterday, today, or 24h for so long ago, not \"%s\""
                .formatted(option, text)));
  }

  private static Optional<Instant> written(String text, Times times) {
    if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
      return Quantity.instant(text + " 00:00:00");
    }
    if (text.matches("[0-9.]+[a-z].*")) {
      return Quantity.duration(text).map(times.now()::minus);
    }
    return Quantity.instant(text);
  }
}
