package dev.ductile.runtime.job;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The examples by which each checkpoint is evaluated; no worker learns from them. */
public sealed interface ValidationSpec {
  /**
   * A share of the training data, which is left out of training. The content of an example decides,
   * so every process finds the same ones, and equal examples stay together.
   *
   * @param share of the examples, about
   */
  record Share(double share) implements ValidationSpec {
    /** With a larger share little is left to learn from. */
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
     * Reads a written share: {@code 10%}. Empty if the text is no share.
     *
     * @throws IllegalArgumentException if the share is too large or zero
     */
    public static Optional<Share> parse(String text) {
      Matcher percent = PERCENT.matcher(text);
      return percent.matches()
          ? Optional.of(new Share(new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue()))
          : Optional.empty();
    }

    /** Its written form: {@code 10%}. */
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

  /** Examples in another file, in the format of the training data. */
  record Stored(DataSpec.Source.Stored source) implements ValidationSpec {
    @Override
    public String toString() {
      return source.where();
    }
  }
}
