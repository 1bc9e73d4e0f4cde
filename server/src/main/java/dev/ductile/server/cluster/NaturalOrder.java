package dev.ductile.server.cluster;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The order of names in which {@code node-2} comes before {@code node-10}. */
final class NaturalOrder implements Comparator<String> {
  static final NaturalOrder INSTANCE = new NaturalOrder();

  private static final Pattern PART = Pattern.compile("\\d+|\\D+");

  private NaturalOrder() {}

  @Override
  public int compare(String left, String right) {
    var lefts = PART.matcher(left).results().map(MatchResult::group).iterator();
    var rights = PART.matcher(right).results().map(MatchResult::group).iterator();
    while (lefts.hasNext() && rights.hasNext()) {
      int order = compareParts(lefts.next(), rights.next());
      if (order != 0) {
        return order;
      }
    }
    return lefts.hasNext() ? 1 : rights.hasNext() ? -1 : left.compareTo(right);
  }

  private static int compareParts(String left, String right) {
    boolean areNumbers = Character.isDigit(left.charAt(0)) && Character.isDigit(right.charAt(0));
    return areNumbers
        ? new BigInteger(left).compareTo(new BigInteger(right))
        : left.compareTo(right);
  }
}
