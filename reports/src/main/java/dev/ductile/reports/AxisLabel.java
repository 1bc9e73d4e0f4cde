package dev.ductile.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** The labels of the ticks of printed axes: as few digits as tell neighbours apart. */
public final class AxisLabel {
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  private AxisLabel() {}

  /** {@code 0}, {@code 0.05}, {@code 12.5}, {@code 2000}: at most four digits, and no exponent. */
  public static String number(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
    return rounded.signum() == 0 ? "0" : rounded.toPlainString();
  }

  /** A number of things; a blank between whole numbers. */
  static String whole(double value) {
    return value == Math.rint(value) ? number(value) : " ";
  }

  /**
   * A value of which the first digit is 1, 2 or 5; a blank for others, whose labels would touch.
   */
  static String oneTwoFive(double value) {
    String label = number(value);
    return label.matches("0?\\.?0*[125]0*") ? label : " ";
  }

  /** {@code 40%}: a value that is a percentage already. */
  static String percent(double value) {
    return number(value) + "%";
  }
}
