package dev.ductile.scenario.trace;

import dev.ductile.api.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's lists of the resources of a job: {@code cpu=8,mem=64G,node=1,gres/gpu=2}. */
final class Tres {
  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([KMGTP]?)");
  private static final String GPUS = "gres/gpu";

  private Tres() {}

  /** GPUs, processors and memory of a list; empty if the list has none of them. */
  static Map<String, Double> amounts(Row row, Column column) {
    var amounts = new HashMap<String, Double>();
    double typed = 0;
    for (String item : row.text(column).split(",", -1)) {
      String key = item.substring(0, Math.max(0, item.indexOf('=')));
      Optional<String> name = resource(key);
      if (name.isPresent()) {
        amounts.put(name.get(), amount(row, column, item.substring(key.length() + 1)));
      } else if (key.startsWith(GPUS + ":")) {
        typed += amount(row, column, item.substring(key.length() + 1));
      }
    }
    if (typed > 0) {
      amounts.putIfAbsent(Resources.GPU, typed);
    }
    amounts.values().removeIf(amount -> amount == 0);
    return amounts;
  }

  private static Optional<String> resource(String key) {
    return switch (key) {
      case GPUS -> Optional.of(Resources.GPU);
      case "cpu" -> Optional.of(Resources.CPU);
      case "mem" -> Optional.of(Resources.MEMORY);
      default -> Optional.empty();
    };
  }

  private static double amount(Row row, Column column, String text) {
    Matcher amount = AMOUNT.matcher(text);
    if (!amount.matches()) {
      throw row.wrong(column, "has no amount in " + Row.quoted(text));
    }
    int power = amount.group(2).isEmpty() ? 0 : "KMGTP".indexOf(amount.group(2)) + 1;
    return Double.parseDouble(amount.group(1)) * StrictMath.pow(1024, power);
  }
}
