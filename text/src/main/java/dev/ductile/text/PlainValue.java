package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * Values for other programs: numbers without an exponent, which some YAML readers take for a word,
 * and null if there is no number.
 */
public final class PlainValue {
  /** Whole numbers up to here are exact in a double. */
  private static final double LARGEST_WHOLE = 1e15;

  private PlainValue() {}

  public static String text(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    return isWhole(value) ? Long.toString((long) value) : BigDecimal.valueOf(value).toPlainString();
  }

  /** A constant's name as files spell it: {@code ALL_OVER} is {@code all-over}. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static JsonNode node(double value) {
    if (!Double.isFinite(value)) {
      return NullNode.instance;
    }
    return isWhole(value)
        ? LongNode.valueOf((long) value)
        : DecimalNode.valueOf(BigDecimal.valueOf(value));
  }

  /** The value with so many digits. */
  public static JsonNode rounded(double value, int digits) {
    return Double.isFinite(value)
        ? node(BigDecimal.valueOf(value).round(new MathContext(digits)).doubleValue())
        : NullNode.instance;
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE;
  }
}
