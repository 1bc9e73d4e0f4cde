package dev.ductile.engines.supervision;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import java.util.OptionalDouble;

/** A line in which a regular expression finds a step; it takes linear time, whatever the line. */
final class PatternProgress implements ProgressFormat {
  private static final String STEP = "step";
  private static final String LOSS = "loss";

  private final Pattern pattern;

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
    OptionalDouble step = number(matcher, STEP);
    OptionalDouble loss =
        pattern.namedGroups().containsKey(LOSS) ? number(matcher, LOSS) : OptionalDouble.empty();
    return step.isEmpty() || step.getAsDouble() < 0
        ? Optional.empty()
        : Optional.of(
            new ProgressReport(
                step.getAsDouble(), loss, OptionalDouble.empty(), OptionalDouble.empty()));
  }

  private static OptionalDouble number(Matcher matcher, String group) {
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
