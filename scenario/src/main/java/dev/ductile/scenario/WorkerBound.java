package dev.ductile.scenario;

import dev.ductile.api.Range;
import dev.ductile.text.PlainValue;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound on the workers of a job: a count, or a multiple of the workers that the job asks for.
 *
 * @param amount a number of workers, or the factor of a multiple
 */
public record WorkerBound(double amount, boolean isMultiple) {
  /** The text of a bound: {@code 16}, {@code 4x}, {@code 0.5x}. */
  public static final String TEXT = "[0-9]{1,7}(\\.[0-9]{1,6})?x|[0-9]{1,7}";

  /** The product of a decimal factor and a count may be below its exact value. */
  private static final double ROUNDING = 1e-9;

  private static final Pattern BOUND = Pattern.compile("([0-9.]+)(x?)");

  public WorkerBound {
    if (!(amount > 0 && amount <= Range.LIMIT)) {
      throw new IllegalArgumentException(
          "a bound must be between 1 and %d workers, or a multiple such as 4x, not %s"
              .formatted(Range.LIMIT, PlainValue.text(amount)));
    }
  }

  /** The bound in a text such as {@code 16} or {@code 4x}; empty if the text is none. */
  public static Optional<WorkerBound> read(String text) {
    Matcher bound = BOUND.matcher(text.strip());
    return text.strip().matches(TEXT) && bound.matches()
        ? Optional.of(
            new WorkerBound(Double.parseDouble(bound.group(1)), !bound.group(2).isEmpty()))
        : Optional.empty();
  }

  /** The bound for a job that asks for this many workers. */
  int of(int asked) {
    double workers = isMultiple ? amount * asked : amount;
    return (int) Math.clamp(Math.floor(workers + ROUNDING), 1, Range.LIMIT);
  }

  /** Text for people: {@code 4 workers}, {@code 2 times the workers that it asked for}. */
  @Override
  public String toString() {
    String number = PlainValue.text(amount);
    if (isMultiple) {
      return number + " times the workers that it asked for";
    }
    return amount == 1 ? "1 worker" : number + " workers";
  }
}
