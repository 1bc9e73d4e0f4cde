package dev.ductile.reproductions.claim;

import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.Locale;

/** A share, written as {@code 15%} or {@code 0.15}. */
public record Share(double part) {
  public Share {
    if (!(part >= 0 && part <= 100)) {
      throw new IllegalArgumentException(
          "a share must be between 0%% and 10000%%, not %s".formatted(part));
    }
  }

  /** Reads a share. */
  public static Share of(Written written) {
    String text = written.node().asText().strip();
    if (!text.endsWith("%")) {
      return new Share(Scalars.number(written));
    }
    try {
      return new Share(Double.parseDouble(text.substring(0, text.length() - 1)) / 100);
    } catch (NumberFormatException _) {
      throw written.wrong("must be a share such as 15%, not " + written.quoted());
    }
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3g%%", part * 100);
  }
}
