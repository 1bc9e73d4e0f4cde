package dev.ductile.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses durations and amounts such as {@code 1h30m} and {@code 64GiB}; empty for any other text.
 */
public final class Quantity {
  /** The longest duration, in seconds: a hundred years and a little. */
  public static final double LONGEST_SECONDS = 3.2e9;

  /**
   * The last time, in seconds since 1970: in the year 2160, so that together with the longest
   * duration it can be counted in nanoseconds.
   */
  public static final double LAST_SECONDS = 6e9;

  private static final String PLAIN = "0000-00-00 00:00:00";

  private static final DateTimeFormatter CALENDAR =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[' ']['T']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffsetId()
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,15}(\\.[0-9]{1,9})?");
  private static final Pattern DURATION =
      Pattern.compile("(([0-9]{1,12}(?:\\.[0-9]{1,9})?)(ns|us|ms|s|m|h|d|w))+");
  private static final Pattern PART =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)(ns|us|ms|s|m|h|d|w)");
  private static final Pattern AMOUNT =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([kKMGTPE]i?)?(B?)");
  private static final Pattern RATE =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([kKMGTPE]i?)?(?:(bps|bit/s)|B/s)");
  private static final Map<String, Long> NANOSECONDS =
      Map.of(
          "ns",
          1L,
          "us",
          1_000L,
          "ms",
          1_000_000L,
          "s",
          1_000_000_000L,
          "m",
          60_000_000_000L,
          "h",
          3_600_000_000_000L,
          "d",
          86_400_000_000_000L,
          "w",
          604_800_000_000_000L);
  private static final BigDecimal BILLION = BigDecimal.valueOf(1_000_000_000);

  private Quantity() {}

  /** {@code 250ms}, {@code 90s}, {@code 1h30m}, {@code 2d}; a plain number is in seconds. */
  public static Optional<Duration> duration(String text) {
    String trimmed = text.strip();
    if (NUMBER.matcher(trimmed).matches()) {
      return seconds(new BigDecimal(trimmed), LONGEST_SECONDS);
    }
    if (!DURATION.matcher(trimmed).matches()) {
      return Optional.empty();
    }
    BigDecimal nanoseconds = BigDecimal.ZERO;
    Matcher part = PART.matcher(trimmed);
    while (part.find()) {
      long unit = NANOSECONDS.getOrDefault(part.group(2), 0L);
      nanoseconds =
          nanoseconds.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
    }
    return seconds(nanoseconds.divide(BILLION), LONGEST_SECONDS);
  }

  /** Empty if the time is longer than the longest. */
  public static Optional<Duration> seconds(double seconds) {
    return seconds(seconds, LONGEST_SECONDS);
  }

  /** The instant so many seconds later; empty if that is after the last. */
  public static Optional<Instant> after(Instant from, double seconds) {
    return seconds(seconds, LAST_SECONDS).map(from::plus).filter(Quantity::isUsable);
  }

  private static Optional<Duration> seconds(double seconds, double most) {
    return Double.isFinite(seconds) ? seconds(BigDecimal.valueOf(seconds), most) : Optional.empty();
  }

  private static boolean isUsable(Instant instant) {
    return instant.getEpochSecond() >= 0 && instant.getEpochSecond() <= LAST_SECONDS;
  }

  private static Optional<Duration> seconds(BigDecimal seconds, double most) {
    if (Math.abs(seconds.doubleValue()) > most) {
      return Optional.empty();
    }
    BigDecimal nanoseconds = seconds.multiply(BILLION).setScale(0, RoundingMode.HALF_EVEN);
    var parts = nanoseconds.toBigInteger().divideAndRemainder(BILLION.toBigInteger());
    return Optional.of(Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact()));
  }

  /** Seconds since 1970, or a date and a time of day; UTC if no offset is given. */
  public static Optional<Instant> instant(String text) {
    String trimmed = text.strip();
    if (NUMBER.matcher(trimmed).matches()) {
      return seconds(new BigDecimal(trimmed), LAST_SECONDS)
          .map(Instant.EPOCH::plus)
          .filter(Quantity::isUsable);
    }
    return (isPlain(trimmed) ? plain(trimmed) : calendar(trimmed)).filter(Quantity::isUsable);
  }

  /**
   * Whether it looks like {@code 2017-10-09 07:01:55}, the form of large traces, which is parsed
   * quickly.
   */
  private static boolean isPlain(String text) {
    if (text.length() != PLAIN.length()) {
      return false;
    }
    for (int i = 0; i < PLAIN.length(); i++) {
      char c = text.charAt(i);
      boolean fits = PLAIN.charAt(i) == '0' ? c >= '0' && c <= '9' : c == PLAIN.charAt(i);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Instant> plain(String text) {
    try {
      return Optional.of(
          LocalDateTime.of(
                  digits(text, 0, 4),
                  digits(text, 5, 7),
                  digits(text, 8, 10),
                  digits(text, 11, 13),
                  digits(text, 14, 16),
                  digits(text, 17, 19))
              .toInstant(ZoneOffset.UTC));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static int digits(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  private static Optional<Instant> calendar(String text) {
    try {
      return Optional.of(
          CALENDAR.parse(
              text,
              parsed -> {
                var local = LocalDateTime.from(parsed);
                boolean hasOffset = parsed.isSupported(ChronoField.OFFSET_SECONDS);
                return local.toInstant(hasOffset ? ZoneOffset.from(parsed) : ZoneOffset.UTC);
              }));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /** {@code 64GiB} and {@code 64Gi} count in 1024, {@code 64GB} and {@code 64G} in 1000. */
  public static Optional<Double> amount(String text) {
    Matcher amount = AMOUNT.matcher(text.strip());
    return amount.matches() ? Optional.of(multiplied(amount)) : Optional.empty();
  }

  /** The bytes per second of a link: {@code 25Gbps} and {@code 25Gbit/s} are 3.125e9. */
  public static Optional<Double> bytesPerSecond(String text) {
    Matcher rate = RATE.matcher(text.strip());
    if (!rate.matches() || multiplied(rate) == 0) {
      return Optional.empty();
    }
    double amount = multiplied(rate);
    return Optional.of(rate.group(3) == null ? amount : amount / 8);
  }

  private static double multiplied(Matcher amount) {
    String prefix = amount.group(2) == null ? "" : amount.group(2);
    double base = prefix.endsWith("i") ? 1024 : 1000;
    int power =
        prefix.isEmpty() ? 0 : "kmgtpe".indexOf(Character.toLowerCase(prefix.charAt(0))) + 1;
    return Double.parseDouble(amount.group(1)) * StrictMath.pow(base, power);
  }

  /** A duration in the largest unit that divides it, or in seconds: {@code 90s}. */
  public static String text(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros()
            .toPlainString()
        + "s";
  }
}
