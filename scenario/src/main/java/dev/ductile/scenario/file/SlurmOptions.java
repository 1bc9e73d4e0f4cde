package dev.ductile.scenario.file;

import dev.ductile.text.InputException;
import dev.ductile.text.Place;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of a script for sbatch. */
final class SlurmOptions {
  private static final String MARK = "#SBATCH";
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");
  private static final Pattern OPTION =
      Pattern.compile("--([a-z][a-z-]*)(?:=(.*))?|-([A-Za-z])(.*)");

  private final Map<SlurmOption, Given> options = new EnumMap<>(SlurmOption.class);
  private final List<String> notes = new ArrayList<>();

  /** An option with its value and its place. */
  record Given(SlurmOption option, String value, Place place) {
    InputException mustBe(String what) {
      return new InputException(
          place,
          "--%s must be %s, not \"%s\"".formatted(option.word(), what, Written.clipped(value)));
    }

    int number() {
      if (!value.matches("\\d{1,9}")) {
        throw mustBe("a whole number");
      }
      return Integer.parseInt(value);
    }
  }

  /** Reads the comments of a script to the line of its first command. */
  static SlurmOptions of(String name, String script) {
    var options = new SlurmOptions();
    int number = 0;
    for (String line : script.lines().toList()) {
      number++;
      String bare = line.strip();
      if (bare.startsWith(MARK)) {
        options.add(bare.substring(MARK.length()).strip(), Place.at(name, number));
      } else if (!bare.isEmpty() && !bare.startsWith("#")) {
        break;
      }
    }
    return options;
  }

  /** A line may have several options. */
  private void add(String line, Place place) {
    String text = line.replaceFirst("\\s+#.*", "");
    Deque<String> words =
        new ArrayDeque<>(WORD.matcher(text).results().map(MatchResult::group).toList());
    while (!words.isEmpty()) {
      addFirst(words, place);
    }
  }

  /** The value of an option is behind an equals sign or a letter, or is the next word. */
  private void addFirst(Deque<String> words, Place place) {
    String word = words.removeFirst();
    Matcher parts = OPTION.matcher(word);
    if (!parts.matches()) {
      throw new InputException(place, "is no option of sbatch: " + Written.clipped(word));
    }
    boolean isLong = parts.group(1) != null;
    SlurmOption option = option(isLong ? parts.group(1) : parts.group(3), place);
    String attached = Optional.ofNullable(isLong ? parts.group(2) : parts.group(4)).orElse("");
    boolean isNext =
        attached.isEmpty()
            && option.hasValue()
            && !words.isEmpty()
            && !words.getFirst().startsWith("-");
    String value = isNext ? words.removeFirst() : attached;
    String plain = value.strip().replaceFirst("^([\"'])(.*)\\1$", "$2");
    if (option.hasValue() && plain.isEmpty()) {
      throw new InputException(place, "--%s needs a value".formatted(option.word()));
    }
    option
        .remark()
        .ifPresent(why -> notes.add("--%s has no effect: %s".formatted(option.word(), why)));
    options.put(option, new Given(option, plain, place));
  }

  private static SlurmOption option(String word, Place place) {
    return SlurmOption.of(word)
        .orElseThrow(() ->
            new InputException(
                place,
                "the option %s of sbatch has no meaning here%s"
                    .formatted(word, Suggestion.phrase(word, SlurmOption.words()))));
  }

  Optional<Given> find(SlurmOption option) {
    return Optional.ofNullable(options.get(option));
  }

  Optional<Integer> number(SlurmOption option) {
    return find(option).map(Given::number);
  }

  /** The options that have no effect, and why. */
  List<String> notes() {
    return notes;
  }
}
