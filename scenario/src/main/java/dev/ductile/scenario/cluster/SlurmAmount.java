package dev.ductile.scenario.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One amount in a list of resources of Slurm, such as {@code cpu=8}, {@code mem=64G}, {@code
 * gres/gpu:a100=4}, {@code gpu:a100:8(IDX:0-7)} or {@code gres:gpu}.
 *
 * @param type such as a100; empty if there is none
 * @param count bytes for memory
 */
record SlurmAmount(String name, String type, double count) {
  static final String CPU = "cpu";
  static final String MEMORY = "mem";
  static final String GPU = "gpu";
  static final double MEBIBYTE = 1 << 20;

  private static final Pattern COUNT =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([KMGTPkmgtp]?)");
  private static final String UNITS = "KMGTP";
  private static final String DEFAULT_MEMORY_UNIT = "M";

  /** The amounts in the text at the end of a path; none if it is absent. */
  static List<SlurmAmount> list(Entry owner, String... keys) {
    Optional<String> text = owner.text(keys).filter(written -> !written.matches("N/A|\\(null\\)"));
    var amounts = new ArrayList<SlurmAmount>();
    for (String part : HostList.split(text.orElse(""), '(', ')')) {
      amounts.add(
          of(part)
              .orElseThrow(() ->
                  owner.wrong("must be a list of resources such as gres/gpu:a100=4,cpu=8", keys)));
    }
    return List.copyOf(amounts);
  }

  /** The sum of a resource: of the amount without a type, else of all types. */
  static double sum(List<SlurmAmount> amounts, String name) {
    double plain = sum(amounts, name, true);
    return plain > 0 ? plain : sum(amounts, name, false);
  }

  private static double sum(List<SlurmAmount> amounts, String name, boolean isPlain) {
    return amounts.stream()
        .filter(amount -> amount.name().equals(name) && amount.type().isEmpty() == isPlain)
        .mapToDouble(SlurmAmount::count)
        .sum();
  }

  /** Whether this is a generic resource, which administrators name. */
  boolean isGeneric() {
    return switch (name) {
      case CPU, MEMORY, "node", "billing", "energy", "vmem", "pages" -> false;
      default -> !name.startsWith("fs/") && !name.startsWith("license/") && !name.startsWith("bb/");
    };
  }

  private static Optional<SlurmAmount> of(String part) {
    String plain = part.strip().replaceFirst("\\(.*", "").replaceFirst("^gres[:/]", "");
    int equals = plain.indexOf('=');
    int colon = plain.lastIndexOf(':');
    int split = equals >= 0 ? equals : colon;
    String last = plain.substring(split + 1);
    boolean isCounted = split > 0 && COUNT.matcher(last).matches();
    if ((equals >= 0 && !isCounted) || plain.isEmpty()) {
      return Optional.empty();
    }
    String named = isCounted ? plain.substring(0, split) : plain;
    int type = named.indexOf(':');
    String name = type < 0 ? named : named.substring(0, type);
    return Optional.of(
        new SlurmAmount(
            name, type < 0 ? "" : named.substring(type + 1), isCounted ? count(name, last) : 1));
  }

  private static double count(String name, String text) {
    Matcher count = COUNT.matcher(text);
    if (!count.matches()) {
      return 0;
    }
    String unit = count.group(2);
    if (unit.isEmpty() && name.equals(MEMORY)) {
      unit = DEFAULT_MEMORY_UNIT;
    }
    int power = unit.isEmpty() ? 0 : UNITS.indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
    return Double.parseDouble(count.group(1)) * StrictMath.pow(1024, power);
  }
}
