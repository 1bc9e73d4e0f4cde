package dev.ductile.reproductions.experiment;

import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.Map;
import java.util.Optional;

/**
 * A measure of a run, a plan or a speed, as written: {@code makespan}, or {@code {completion:
 * 0.99}}.
 */
public record Measure(Written written, String name, Optional<Written> of) {
  static Measure of(Written written) {
    if (!written.node().isObject()) {
      return new Measure(written, Scalars.text(written), Optional.empty());
    }
    Map<String, Written> members = written.members();
    if (members.size() != 1) {
      throw written.wrong("must be a word, or one key with its value");
    }
    var only = members.entrySet().iterator().next();
    return new Measure(written, only.getKey(), Optional.of(only.getValue()));
  }

  /** The share, such as that of a percentile: from 0 to 1. */
  double share() {
    double share = Scalars.number(part());
    if (!(share >= 0 && share <= 1)) {
      throw part().wrong("must be between 0 and 1, not " + share);
    }
    return share;
  }

  String word() {
    return Scalars.text(part());
  }

  private Written part() {
    return of.orElseThrow(() -> written.wrong("needs a value, such as {%s: ...}".formatted(name)));
  }

  <T> T in(Map<String, T> known) {
    T found = known.get(name);
    if (found == null) {
      throw written.breaks(
          "unknown measure \"%s\"%s"
              .formatted(
                  Written.clipped(name), dev.ductile.text.Suggestion.phrase(name, known.keySet())));
    }
    return found;
  }
}
