package dev.ductile.policies;

import dev.ductile.api.Resources;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A needed amount and the available amount, in words.
 *
 * @param needed the amount with its name, such as {@code 31.04 GiB memory}
 * @param there the available amount with its name; both amounts have all digits if they would read
 *     alike otherwise
 */
public record Amounts(String needed, String there) {
  private static final MathContext ALL_DIGITS = new MathContext(17);

  public static Amounts of(String name, double needed, double there) {
    String need = text(name, needed);
    String left = text(name, there);
    return need.equals(left) && needed != there
        ? new Amounts(Resources.named(digits(needed), name), Resources.named(digits(there), name))
        : new Amounts(need, left);
  }

  static String text(String name, double amount) {
    return amount > 0 ? Resources.of(name, amount).toString() : "no " + name;
  }

  static String digits(double amount) {
    return new BigDecimal(amount).round(ALL_DIGITS).stripTrailingZeros().toPlainString();
  }
}
