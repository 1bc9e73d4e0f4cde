package dev.ductile.cli;

import dev.ductile.text.InputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of tasks, or a range such as {@code 1..4}. */
record TaskRange(int least, int most) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,6})(?:\\.\\.([0-9]{1,6}))?");

  static TaskRange of(String option, String text) {
    Matcher range = FORM.matcher(text);
    if (!range.matches()) {
      throw new InputException(
          "%s takes a number such as 2, or a range such as 1..4, not \"%s\""
              .formatted(option, text));
    }
    int least = Integer.parseInt(range.group(1));
    int most = range.group(2) == null ? least : Integer.parseInt(range.group(2));
    if (most < least) {
      throw new InputException("%s: %d is less than %d in %s".formatted(option, most, least, text));
    }
    return new TaskRange(least, most);
  }
}
