package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads and writes single values: numbers, words, times. */
public final class Scalars {
  private static final Pattern BARE =
      Pattern.compile(
          "[-+]?([0-9]{1,15}(\\.[0-9]{0,15})?[eE][-+]?[0-9]{1,3}|\\.[0-9]{1,15}([eE][-+]?[0-9]{1,3})?)");

  private Scalars() {}

  static Object read(Class<?> type, Written written) {
    if (type.isEnum()) {
      return anyConstant(type, written);
    }
    return switch (type.getName()) {
      case "int", "java.lang.Integer" -> whole(written, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "long", "java.lang.Long" -> longNumber(written);
      case "double", "java.lang.Double" -> number(written);
      case "boolean", "java.lang.Boolean" -> truth(written);
      case "java.lang.String" -> text(written);
      case "java.time.Duration" -> duration(written);
      case "java.time.Instant" -> instant(written);
      case "java.util.OptionalInt" ->
          OptionalInt.of(whole(written, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case "java.util.OptionalLong" -> OptionalLong.of(longNumber(written));
      case "java.util.OptionalDouble" -> OptionalDouble.of(number(written));
      case "com.fasterxml.jackson.databind.JsonNode" -> written.node();
      case "dev.ductile.text.Written" -> written;
      default -> throw new IllegalStateException("no way to write a " + type);
    };
  }

  public static int whole(Written written, int min, int max) {
    JsonNode node = written.node();
    if (!node.isIntegralNumber()) {
      throw written.wrong("must be a whole number, not " + written.quoted());
    }
    if (!node.canConvertToInt() || node.intValue() < min || node.intValue() > max) {
      throw written.wrong("must be between %d and %d, not %s".formatted(min, max, node.asText()));
    }
    return node.intValue();
  }

  public static long longNumber(Written written) {
    if (!written.node().isIntegralNumber()) {
      throw written.wrong("must be a whole number, not " + written.quoted());
    }
    return written.node().longValue();
  }

  public static double number(Written written) {
    double number =
        isBare(written.node())
            ? Double.parseDouble(written.node().textValue())
            : written.node().doubleValue();
    boolean isNumber = written.node().isNumber() || isBare(written.node());
    if (!isNumber || !Double.isFinite(number)) {
      throw written.wrong("must be a number, not " + written.quoted());
    }
    return number;
  }

  /** Such as {@code 1e-9} or {@code .5}: a number in YAML 1.2 that the parser reads as text. */
  private static boolean isBare(JsonNode node) {
    return node.isTextual() && BARE.matcher(node.textValue()).matches();
  }

  public static boolean truth(Written written) {
    if (!written.node().isBoolean()) {
      throw written.wrong("must be true or false, not " + written.quoted());
    }
    return written.node().booleanValue();
  }

  /** Text, or the text of a whole number or a truth value. */
  public static String text(Written written) {
    JsonNode node = written.node();
    if (node.isTextual() || node.isIntegralNumber() || node.isBoolean()) {
      return node.asText();
    }
    String advice = node.isNumber() ? "; maybe write it in quotes" : "";
    throw written.wrong("must be text, not " + written.quoted() + advice);
  }

  public static Duration duration(Written written) {
    JsonNode node = written.node();
    Duration duration =
        (node.isNumber() ? Quantity.seconds(node.doubleValue()) : Quantity.duration(node.asText()))
            .orElseThrow(() ->
                written.wrong(
                    "must be a duration of at most 100 years such as 90s, 5m, 1h30m or a number of seconds, not "
                        + written.quoted()));
    if (duration.isNegative()) {
      throw written.wrong("cannot be negative, but is " + written.quoted());
    }
    return duration;
  }

  public static Instant instant(Written written) {
    JsonNode node = written.node();
    if (node.isNumber() && node.doubleValue() < 0) {
      throw written.wrong("cannot be negative, but is " + written.quoted());
    }
    return (node.isNumber()
            ? Quantity.after(Instant.EPOCH, node.doubleValue())
            : Quantity.instant(node.asText()))
        .orElseThrow(() ->
            written.wrong(
                "must be a time between 1970 and 2160, in seconds or such as 2026-03-01T12:00:00Z, not "
                    + written.quoted()));
  }

  /** Amounts by name, numbers or such as {@code 64GiB}. */
  public static Map<String, Double> amounts(Written written) {
    var amounts = new HashMap<String, Double>();
    written.members().forEach((name, amount) -> amounts.put(name, amount(amount)));
    return amounts;
  }

  /** A link such as {@code 25Gbps}; a plain number is in bytes per second. */
  public static double bytesPerSecond(Written written) {
    if (written.node().isNumber() || isBare(written.node())) {
      return number(written);
    }
    return Quantity.bytesPerSecond(written.node().asText())
        .orElseThrow(() ->
            written.wrong(
                "must be a link such as 25Gbps, 3GB/s or a number of bytes per second, not "
                    + written.quoted()));
  }

  private static double amount(Written written) {
    double amount =
        written.node().isTextual()
            ? Quantity.amount(written.node().textValue())
                .orElseThrow(() ->
                    written.wrong(
                        "must be a number such as 2, or an amount with a unit such as 64GiB, not "
                            + written.quoted()))
            : number(written);
    if (amount < 0) {
      throw written.wrong("cannot be negative, but is " + written.quoted());
    }
    return amount;
  }

  /** The constant that is written as {@code a-bsp} for {@code A_BSP}. */
  public static <E extends Enum<E>> E constant(Class<E> type, Written written) {
    return type.cast(anyConstant(type, written));
  }

  private static Object anyConstant(Class<?> type, Written written) {
    Object[] constants = type.getEnumConstants();
    String text = written.node().asText();
    for (Object constant : constants) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    List<String> words = Arrays.stream(constants).map(Scalars::word).toList();
    throw written.wrong(
        "must not be %s%s".formatted(written.quoted(), Suggestion.phrase(text, words)));
  }

  /** The name of a constant in files: {@code PARAMETER_SERVER} is {@code parameter-server}. */
  public static String word(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
