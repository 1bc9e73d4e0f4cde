package dev.ductile.scenario.trace;

import dev.ductile.text.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The meanings that a column of a user's table can have. */
enum Meaning {
  ID(Unit.NONE),
  ARRIVED(Unit.TIME),
  STARTED(Unit.TIME),
  ENDED(Unit.TIME),
  DURATION(Unit.DURATION),
  GPUS(Unit.NONE),
  WORKERS(Unit.NONE),
  CPUS(Unit.NONE),
  MEMORY(Unit.AMOUNT),
  OWNER(Unit.NONE),
  QUEUE(Unit.NONE),
  PRIORITY(Unit.NONE);

  /** The kind of unit that the values of a column may have. */
  enum Unit {
    NONE,
    TIME,
    DURATION,
    AMOUNT
  }

  private final Unit unit;

  Meaning(Unit unit) {
    this.unit = unit;
  }

  Unit unit() {
    return unit;
  }

  /** The word that files and options use. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Meaning::word).toList();
  }

  static Meaning of(String word) {
    Optional<Meaning> meaning =
        Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
    return meaning.orElseThrow(() ->
        new IllegalArgumentException(
            "columns has no meaning \"%s\"%s".formatted(word, Suggestion.phrase(word, words()))));
  }
}
