package dev.ductile.cli.service;

import dev.ductile.rest.ReasonView;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TaskShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Sizes, amounts and shares in words. */
public final class Words {
  private static final double GIBI = 1L << 30;
  private static final double LARGE = 1e6;

  /** A word that needs no quotes in a shell. */
  private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private Words() {}

  /** {@code 4 workers, 2 servers}. */
  public static String size(TaskCounts size) {
    return tasks(size.workers(), size.servers());
  }

  private static String tasks(int workers, int servers) {
    var parts = new ArrayList<String>();
    if (workers > 0 || servers == 0) {
      parts.add(count(workers, "worker"));
    }
    if (servers > 0) {
      parts.add(count(servers, "server"));
    }
    return String.join(", ", parts);
  }

  static String count(long count, String noun) {
    return "%d %s%s".formatted(count, noun, count == 1 ? "" : "s");
  }

  /** The number of tasks now and its bounds, such as {@code 4 (1-8)}. */
  static String within(int now, int least, int most) {
    return least == most ? Integer.toString(now) : "%d (%d-%d)".formatted(now, least, most);
  }

  /** The used part of what was measured; empty if nothing was. */
  static Optional<String> part(Optional<Double> used, Optional<Double> measured) {
    return measured
        .filter(seconds -> seconds > 0)
        .flatMap(seconds -> used.map(busy -> percent(busy / seconds)));
  }

  /** {@code 4 gpu, 16 GiB memory}, sorted by name. */
  static String amounts(Map<String, Double> amounts) {
    return new TreeMap<>(amounts)
        .entrySet().stream()
            .map(one -> "%s %s".formatted(amount(one.getValue()), one.getKey()))
            .collect(Collectors.joining(", "));
  }

  /** A large amount is one of bytes. */
  static String amount(double amount) {
    return amount >= LARGE ? number(amount / GIBI) + " GiB" : number(amount);
  }

  /** A number with at most two digits behind the point. */
  static String number(double number) {
    if (!Double.isFinite(number)) {
      return "";
    }
    String text = String.format(Locale.ROOT, "%.2f", number);
    String brief = text.replaceFirst("\\.?0+$", "");
    return brief.equals("-0") ? "0" : brief;
  }

  static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.0f%%", share * 100) : "";
  }

  static String places(List<TaskShare> nodes) {
    return nodes.stream()
        .map(one -> "%s: %s".formatted(one.node(), tasks(one.workers(), one.servers())))
        .collect(Collectors.joining("; "));
  }

  static String sentence(Optional<ReasonView> reason) {
    return reason.map(ReasonView::sentence).orElse("");
  }

  static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** A command as a shell reads it. */
  static String command(List<String> words) {
    return words.stream().map(Words::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
