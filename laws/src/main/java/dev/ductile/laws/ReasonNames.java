package dev.ductile.laws;

import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.ReasonValue;
import dev.ductile.api.Worded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that the template of a reason agrees with its values: each name is documented and has a
 * value of the documented type, and every figure of the sentence is a named value.
 */
public final class ReasonNames {
  private static final Pattern GAP = Pattern.compile("\\{([a-z][A-Za-z0-9]*)?}");
  private static final Pattern FIGURE = Pattern.compile("\\d|[{}]");

  private final Predicate<String> own;
  private final List<String> wrong = new ArrayList<>();

  private ReasonNames(Predicate<String> own) {
    this.own = own;
  }

  /**
   * The errors in the names and values of a reason.
   *
   * @param own names that the policy documents itself, of any type
   */
  public static List<String> wrong(Reason reason, Predicate<String> own) {
    var names = new ReasonNames(own);
    names.checkTemplate(reason.phrase());
    if (names.wrong.isEmpty()) {
      names.checkTypes(reason.values());
    }
    return names.wrong;
  }

  private void checkTemplate(Phrase phrase) {
    Matcher gap = GAP.matcher(phrase.template());
    var gaps = new ArrayList<Boolean>();
    while (gap.find()) {
      gaps.add(gap.group(1) != null);
    }
    if (gaps.size() != phrase.values().size()
        || FIGURE.matcher(GAP.matcher(phrase.template()).replaceAll("")).find()) {
      wrong.add(
          "its template is \"%s\" and its values are %s"
              .formatted(phrase.template(), phrase.values()));
      return;
    }
    for (int i = 0; i < gaps.size(); i++) {
      checkValue(phrase.values().get(i), gaps.get(i), phrase.template());
    }
  }

  private void checkValue(Object value, boolean isNamed, String template) {
    if (value instanceof Phrase part) {
      checkTemplate(part);
    } else if (!isNamed && !(value instanceof String word && !FIGURE.matcher(word).find())) {
      wrong.add("%s has no name in \"%s\"".formatted(value, template));
    } else if (value instanceof Worded worded && worded.value() instanceof Phrase) {
      wrong.add("%s is a phrase with other words in \"%s\"".formatted(value, template));
    }
  }

  private void checkTypes(Map<?, ?> values) {
    values.forEach((name, value) -> {
      boolean isRight =
          ReasonValue.of(name.toString())
              .map(known -> known.accepts(value))
              .orElse(own.test(name.toString()));
      if (!isRight) {
        wrong.add("the value %s is not as ReasonValue documents it: %s".formatted(name, value));
      }
      if (ReasonValue.of(name.toString()).filter(ReasonNames::isGroup).isPresent()) {
        checkTypes((Map<?, ?>) value);
      }
    });
  }

  private static boolean isGroup(ReasonValue value) {
    return value.type() == ReasonValue.Type.GROUP;
  }
}
