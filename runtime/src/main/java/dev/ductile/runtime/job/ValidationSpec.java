package dev.ductile.runtime.job;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The examples by which each checkpoint is evaluated; no worker learns from them. */
public sealed interface ValidationSpec {
  /**
   * A share of the training data, which is left out of training. Each example is drawn by what it
   * holds, so every process finds the same ones, and equal examples stay together.
   *
   * @param share of the examples, about
   */
  record Share(double share) implements ValidationSpec {
    /** Behind this there is little left to learn from. */
    private static final double MOST = 0.9;

    /** The written form of a share, as a regular expression. */
    public static final String WRITTEN = "([0-9]{1,3}(?:\\.[0-9]{1,9})?)\\s*%";

    private static final Pattern PERCENT = Pattern.compile(WRITTEN);

    public Share {
      if (!(share > 0 && share <= MOST)) {
        throw new IllegalArgumentException(
            "share must be above 0%% and at most 90%%, not %s%%".formatted(percent(share)));
      }
    }

    /**
     * Reads what people write: {@code 10%}. Empty where it is something else.
     *
     * @throws IllegalArgumentException where it is too much or nothing
     */
    public static Optional<Share> parse(String text) {
      Matcher percent = PERCENT.matcher(text);
      return percent.matches()
          ? Optional.of(new Share(new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue()))
          : Optional.empty();
    }

    /** As people write it: {@code 10%}. */
    @Override
    public String toString() {
      return percent(share) + "%";
    }

    private static String percent(double share) {
      return Double.isFinite(share)
          ? BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString()
          : Double.toString(share);
    }
  }

  /** Examples that lie in another file, written as the training data are. */
  record Stored(DataSpec.Source.Stored source) implements ValidationSpec {
    @Override
    public String toString() {
      return source.where();
    }
  }
}
