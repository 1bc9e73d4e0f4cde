package dev.ductile.runtime.data;

import java.nio.charset.StandardCharsets;

/** Parses decimal numbers. */
final class Decimal {
  private static final int MOST_DIGITS = 15;
  private static final int LONGEST = 400;
  private static final double[] POWERS = powers();

  private Decimal() {}

  private static double[] powers() {
    double[] powers = new double[MOST_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  /** The number in some bytes: finite, in the range of a float. */
  static float read(byte[] bytes, int from, int to) throws MalformedDataException {
    int i = from;
    boolean negative = i < to && bytes[i] == '-';
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      i++;
    }
    int first = i;
    long digits = 0;
    int point = -1;
    for (; i < to && i - first <= MOST_DIGITS; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
      } else if (bytes[i] == '.' && point < 0) {
        point = i;
      } else {
        break;
      }
    }
    boolean anyDigit = i - first > (point < 0 ? 0 : 1);
    if (i < to || !anyDigit) {
      return unusual(bytes, from, to);
    }
    double number = point < 0 ? digits : digits / POWERS[i - 1 - point];
    return (float) (negative ? -number : number);
  }

  /** Exponents, many digits, and texts that are no numbers. */
  private static float unusual(byte[] bytes, int from, int to) throws MalformedDataException {
    boolean possible = to - from <= LONGEST;
    for (int i = from; i < to && possible; i++) {
      possible = "0123456789+-.eE".indexOf(bytes[i]) >= 0;
    }
    try {
      String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
      float number = possible ? Float.parseFloat(text) : Float.NaN;
      if (Float.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Reported below, with all other mistakes.
    }
    throw new MalformedDataException("'%s' is no finite number".formatted(text(bytes, from, to)));
  }

  /** An integer of at most nine digits, such as that of a feature. */
  static int whole(byte[] bytes, int from, int to) throws MalformedDataException {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || i - from >= 9) {
        throw new MalformedDataException(
            "'%s' is no feature's number".formatted(text(bytes, from, to)));
      }
      number = number * 10 + digit;
    }
    if (from == to) {
      throw new MalformedDataException("a feature without a number");
    }
    return number;
  }

  /** Some bytes for a message: not too many, and only printable ones. */
  static String text(byte[] bytes, int from, int to) {
    int shown = Math.min(to, from + 40);
    String text = new String(bytes, from, shown - from, StandardCharsets.ISO_8859_1);
    return text.replaceAll("[^ -~]", "?") + (shown < to ? "..." : "");
  }
}
