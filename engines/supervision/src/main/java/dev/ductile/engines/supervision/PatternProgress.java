package dev.ductile.engines.supervision;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A line in which a regular expression finds a step; it takes linear time, whatever the line. If
 * the expression finds the number of steps per epoch too, the step is counted from the first epoch
 * on: a lower step begins the next epoch. Lines with fewer steps per epoch are of another progress
 * bar, such as that of an evaluation. If each match is the end of an epoch, {@code wholeEpoch}
 * finds its steps.
 */
final class PatternProgress implements ProgressFormat {
  private static final String STEP = "step";
  private static final String LOSS = "loss";
  private static final String PER_EPOCH = "perEpoch";

  private final Pattern pattern;
  private static final String WHOLE_EPOCH = "wholeEpoch";

  private double perEpoch;
  private double epochsBefore;
  private double lastInEpoch;

  PatternProgress(String expression) {
    try {
      this.pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "progress \"%s\" is not a regular expression: %s"
              .formatted(expression, e.getDescription()),
          e);
    }
    if (!pattern.namedGroups().containsKey(STEP)) {
      throw new IllegalArgumentException(
          "progress \"%s\" has no group named step. Maybe (?P<step>[0-9]+)?".formatted(expression));
    }
  }

  @Override
  public Optional<ProgressReport> read(String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.find()) {
      return Optional.empty();
    }
    OptionalDouble step = step(matcher);
    return step.isEmpty() || step.getAsDouble() < 0
        ? Optional.empty()
        : Optional.of(
            new ProgressReport(
                step.getAsDouble(),
                number(matcher, LOSS),
                OptionalDouble.empty(),
                OptionalDouble.empty()));
  }

  private OptionalDouble step(Matcher matcher) {
    OptionalDouble step = number(matcher, STEP);
    OptionalDouble whole = number(matcher, WHOLE_EPOCH);
    if (whole.isPresent()) {
      return ended(whole.getAsDouble());
    }
    OptionalDouble steps = number(matcher, PER_EPOCH);
    if (step.isEmpty() || steps.isEmpty()) {
      return step;
    }
    return steps.getAsDouble() < perEpoch
        ? OptionalDouble.empty()
        : OptionalDouble.of(counted(step.getAsDouble(), steps.getAsDouble()));
  }

  /** The steps at the end of an epoch of this many; empty for fewer, as those of an evaluation. */
  private OptionalDouble ended(double steps) {
    if (steps < perEpoch) {
      return OptionalDouble.empty();
    }
    epochsBefore = steps > perEpoch ? 1 : epochsBefore + 1;
    perEpoch = steps;
    return OptionalDouble.of(epochsBefore * perEpoch);
  }

  private double counted(double inEpoch, double steps) {
    if (steps > perEpoch) {
      perEpoch = steps;
      epochsBefore = 0;
    } else if (inEpoch < lastInEpoch) {
      epochsBefore++;
    }
    lastInEpoch = inEpoch;
    return epochsBefore * perEpoch + inEpoch;
  }

  private OptionalDouble number(Matcher matcher, String group) {
    if (!pattern.namedGroups().containsKey(group)) {
      return OptionalDouble.empty();
    }
    String text = matcher.group(group);
    if (text == null) {
      return OptionalDouble.empty();
    }
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
