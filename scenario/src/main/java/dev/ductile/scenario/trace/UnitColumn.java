package dev.ductile.scenario.trace;

import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of a user's table, with the unit of its values.
 *
 * @param unit such as {@code ms}, {@code h}, {@code GB} or a pattern of dates; may be empty
 */
record UnitColumn(Column column, Meaning meaning, String unit) {
  private static final Map<String, Double> SECONDS =
      Map.of(
          "ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "min", 60.0, "h", 3600.0, "d",
          86_400.0);
  private static final Map<String, String> WORDS =
      Map.of(
          "nanoseconds",
          "ns",
          "microseconds",
          "us",
          "milliseconds",
          "ms",
          "seconds",
          "s",
          "minutes",
          "min",
          "hours",
          "h",
          "days",
          "d");
  private static final int SHORTEST_WORD = 3;
  private static final Pattern CLOCK =
      Pattern.compile("(?:(\\d{1,5})[- ])?(\\d{1,5}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{1,9})?))?");
  private static final Pattern BYTES = Pattern.compile("([kKMGTPE]i?)?B?");

  /**
   * The column that a text such as {@code runtime} or {@code runtime:min} names. A name may contain
   * colons, so the longest name that fits is taken.
   */
  static UnitColumn of(Header header, Meaning meaning, String text) {
    String name =
        header.names().stream()
            .filter(each -> text.equals(each) || text.startsWith(each + ":"))
            .max(Comparator.comparingInt(String::length))
            .orElseGet(() -> text.split(":", 2)[0]);
    String unit = text.equals(name) ? "" : text.substring(name.length() + 1).strip();
    var column = new UnitColumn(header.need(name), meaning, unit);
    column.check(header);
    return column;
  }

  private void check(Header header) {
    boolean isKnown =
        unit.isEmpty()
            || switch (meaning.unit()) {
              case NONE -> false;
              case DURATION -> SECONDS.containsKey(unit);
              case TIME -> SECONDS.containsKey(unit) || isPattern();
              case AMOUNT -> BYTES.matcher(unit).matches();
            };
    if (!isKnown) {
      throw new InputException(
          header.place(),
          "the unit \"%s\" of %s is not known; %s%s"
              .formatted(unit, meaning.word(), suggestion(), units()));
    }
  }

  /** The unit of a word such as {@code days}. */
  private String suggestion() {
    boolean isTime = meaning.unit() == Meaning.Unit.TIME || meaning.unit() == Meaning.Unit.DURATION;
    return WORDS.entrySet().stream()
        .filter(_ -> isTime && unit.length() >= SHORTEST_WORD)
        .filter(word -> word.getKey().startsWith(unit.toLowerCase(Locale.ROOT)))
        .map(word -> "did you mean \"%s\"? ".formatted(word.getValue()))
        .findFirst()
        .orElse("");
  }

  private String units() {
    return switch (meaning.unit()) {
      case NONE -> "a column of %s has none".formatted(meaning.word());
      case DURATION -> "known: ms, s, min, h, d";
      case TIME -> "known: ms, s, min, h, d since 1970, or a pattern such as dd.MM.yyyy HH:mm";
      case AMOUNT -> "known: B, KB, MB, GB, TB, KiB, MiB, GiB, TiB";
    };
  }

  private boolean isPattern() {
    try {
      var _ = DateTimeFormatter.ofPattern(unit, Locale.ROOT);
      return unit.contains("yy") || unit.contains("uu");
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** Whether the field says that there is no value. */
  boolean isAbsent(Row row) {
    return switch (row.text(column).toLowerCase(Locale.ROOT)) {
      case "", "-", "none", "null", "nan", "na", "n/a", "unknown" -> true;
      default -> false;
    };
  }

  /** A point in time; UTC if it has no offset. */
  Instant time(Row row) {
    Double factor = SECONDS.get(unit);
    if (factor != null) {
      return row.seconds(column, row.number(column) * factor);
    }
    return unit.isEmpty() ? usual(row) : date(row);
  }

  private Instant usual(Row row) {
    return Quantity.instant(row.text(column))
        .orElseThrow(() ->
            row.wrong(
                column,
                "must be a time such as 2017-10-09 07:01:55, not %s; name its unit or pattern behind the column: %s:ms or %s:dd.MM.yyyy HH:mm"
                    .formatted(Row.quoted(row.text(column)), column.name(), column.name())));
  }

  private Instant date(Row row) {
    try {
      TemporalAccessor date =
          DateTimeFormatter.ofPattern(unit, Locale.ENGLISH).parse(row.text(column));
      return Optional.ofNullable(date.query(TemporalQueries.zone()))
          .map(_ -> Instant.from(date))
          .orElseGet(() ->
              LocalDate.from(date)
                  .atTime(
                      Optional.ofNullable(date.query(TemporalQueries.localTime()))
                          .orElse(LocalTime.MIDNIGHT))
                  .toInstant(ZoneOffset.UTC));
    } catch (DateTimeException _) {
      throw row.wrong(
          column,
          "must be a time such as %s, not %s".formatted(unit, Row.quoted(row.text(column))));
    }
  }

  /** Seconds: a number in the unit, {@code 1h30m}, or {@code 1-02:03:04}. */
  double seconds(Row row) {
    String text = row.text(column);
    Double factor = SECONDS.get(unit);
    if (factor != null) {
      return row.number(column) * factor;
    }
    Matcher clock = CLOCK.matcher(text);
    if (clock.matches() && clock.group(4) != null) {
      double hours = part(clock, 1) * 24 + part(clock, 2);
      return (hours * 60 + part(clock, 3)) * 60 + part(clock, 4);
    }
    return Quantity.duration(text)
        .filter(duration -> !duration.isNegative())
        .map(duration -> duration.toNanos() / 1e9)
        .orElseThrow(() ->
            row.wrong(
                column,
                "must be seconds, or a time such as 1h30m or 1-02:03:04, not " + Row.quoted(text)));
  }

  private static double part(Matcher clock, int group) {
    return clock.group(group) == null ? 0 : Double.parseDouble(clock.group(group));
  }

  /** Bytes: a number in the unit, or {@code 64GiB}. */
  double bytes(Row row) {
    String text = row.text(column);
    return Quantity.amount(unit.isEmpty() ? text : text + unit)
        .filter(amount -> amount >= 0)
        .orElseThrow(() ->
            row.wrong(
                column, "must be an amount such as 64 or 64GiB, not " + Row.quoted(text + unit)));
  }

  String text(Row row) {
    return row.text(column);
  }

  double number(Row row) {
    return row.number(column);
  }

  int priority(Row row) {
    return row.nearestInt(column);
  }

  int count(Row row) {
    return row.count(column);
  }
}
