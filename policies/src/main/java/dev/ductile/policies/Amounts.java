package dev.ductile.policies;

import dev.ductile.api.Resources;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A needed amount and the available amount, in words.
 *
 * @param needed with its name, such as {@code 31.04 GiB memory}
 * @param there with its name; with all digits, as the need then is, where the two would read alike
 */
public record Amounts(String needed, String there) {
  private static final MathContext ALL_DIGITS = new MathContext(17);

  public static Amounts of(String name, double needed, double there) {
    String need = text(name, needed);
    String left = text(name, there);
    return need.equals(left) && needed != there
        ? new Amounts(digits(needed) + " " + name, digits(there) + " " + name)
        : new Amounts(need, left);
  }

  static String text(String name, double amount) {
    return amount > 0 ? Resources.of(name, amount).toString() : "no " + name;
  }

  static String digits(double amount) {
    return new BigDecimal(amount).round(ALL_DIGITS).stripTrailingZeros().toPlainString();
  }
}
