package dev.ductile.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * The mistakes of one reading. The parts of a document are read one after the other, also behind a
 * mistake, so that a user sees all mistakes at once.
 */
public final class Mistakes {
  /** A reading ends at this number: more would not be read, and finding their places takes time. */
  public static final int MOST = 100;

  private Optional<SequencedMap<String, InputException>> found = Optional.empty();

  /** The result of reading a part; empty if it has mistakes, which are kept. */
  public <T> Optional<T> tried(Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (InputException mistake) {
      add(mistake);
      return Optional.empty();
    }
  }

  /** Checks a part, and keeps its mistakes. */
  public void check(Runnable part) {
    try {
      part.run();
    } catch (InputException mistake) {
      add(mistake);
    }
  }

  /**
   * Keeps a mistake, unless it is known.
   *
   * @throws InputException with all mistakes if there are too many
   */
  public void add(InputException mistake) {
    SequencedMap<String, InputException> all = found.orElseGet(LinkedHashMap::new);
    found = Optional.of(all);
    mistake.mistakes().forEach(one -> all.putIfAbsent(one.getMessage(), one));
    if (all.size() >= MOST) {
      throwAny();
    }
  }

  /** Whether a mistake is a misspelt form of this word. */
  public boolean suggest(String word) {
    return found.isPresent()
        && found.get().keySet().stream()
            .anyMatch(message -> Suggestion.in(message).filter(word::equals).isPresent());
  }

  /** Ends the reading if there is a mistake. */
  public void throwAny() {
    if (found.isPresent()) {
      throw InputException.of(List.copyOf(found.get().sequencedValues()));
    }
  }
}
