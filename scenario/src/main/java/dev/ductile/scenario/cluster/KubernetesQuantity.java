package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of Kubernetes, such as {@code 500m}, {@code 16Gi}, {@code 1.5e3} or {@code 2}. */
final class KubernetesQuantity {
  private static final Pattern QUANTITY =
      Pattern.compile("([+]?\\d{0,18}(?:\\.\\d{0,18})?)([numkMGTPE]|[KMGTPE]i|[eE][-+]?\\d{1,2})?");

  private static final String DECIMAL = "kMGTPE";
  private static final String BINARY = "KMGTPE";
  private static final String SMALL = "mun";

  private KubernetesQuantity() {}

  static Optional<Double> of(String text) {
    Matcher quantity = QUANTITY.matcher(text);
    if (!quantity.matches() || !quantity.group(1).matches(".*\\d.*")) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(quantity.group(1));
    String unit = quantity.group(2) == null ? "" : quantity.group(2);
    return Optional.of(number.multiply(factor(unit)).doubleValue());
  }

  private static BigDecimal factor(String unit) {
    if (unit.isEmpty()) {
      return BigDecimal.ONE;
    }
    if (unit.endsWith("i")) {
      return BigDecimal.valueOf(1024).pow(BINARY.indexOf(unit.charAt(0)) + 1);
    }
    if (unit.length() > 1) {
      return BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(unit.substring(1)));
    }
    int small = SMALL.indexOf(unit.charAt(0));
    int power = small >= 0 ? -3 * (small + 1) : 3 * (DECIMAL.indexOf(unit.charAt(0)) + 1);
    return BigDecimal.ONE.scaleByPowerOfTen(power);
  }

  /** A list of resources with the names of a state. */
  static Resources resources(Entry owner, String... keys) {
    Map<String, Double> amounts = new HashMap<>();
    for (Map.Entry<String, Entry> resource : owner.members(keys).entrySet()) {
      double amount = amount(resource.getValue());
      if (isCounted(resource.getKey())) {
        amounts.merge(Accelerators.name(resource.getKey()), amount, Double::sum);
      }
    }
    return owner.find(keys).orElse(owner).at().made(() -> Resources.of(amounts));
  }

  static double amount(Entry value) {
    return of(value.at().node().asText())
        .orElseThrow(() -> value.wrong("must be an amount such as 500m or 16Gi"));
  }

  /** Numbers of pods and volumes limit nodes too, but no job is sized by them. */
  private static boolean isCounted(String name) {
    return !name.equals("pods") && !name.startsWith("attachable-volumes-");
  }
}
