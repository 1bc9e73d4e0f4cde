package dev.ductile.runtime.job.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A value as somebody wrote it, and where.
 *
 * @param source the file that it stands in
 * @param trail the way to it, such as {@code batch.rate}; empty for the whole document
 */
record Entry(String source, String trail, Node node) {
  private static final int LONGEST_QUOTE = 60;
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]{1,18}(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?");
  private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  /** The value under a key of this group. */
  Optional<Entry> get(String key) {
    return tuples().stream()
        .filter(tuple -> key(tuple).equals(key))
        .findFirst()
        .map(tuple -> new Entry(source, inside(key), tuple.getValueNode()));
  }

  Entry need(String key) {
    return get(key).orElseThrow(() -> wrong("needs " + key));
  }

  /** Refuses any other key, and any that stands here twice. */
  Entry only(String... known) {
    return only(Arrays.asList(known));
  }

  Entry only(Collection<String> known) {
    var seen = new ArrayList<String>();
    for (NodeTuple tuple : tuples()) {
      String key = key(tuple);
      var at = new Entry(source, trail, tuple.getKeyNode());
      if (!known.contains(key)) {
        String group = trail.isEmpty() ? "" : " in " + trail;
        throw at.mistake(
            "unknown key \"%s\"%s%s".formatted(clipped(key), group, Meant.phrase(key, known)));
      }
      if (seen.contains(key)) {
        throw at.mistake("key \"%s\" stands here a second time".formatted(clipped(key)));
      }
      seen.add(key);
    }
    return this;
  }

  boolean isGroup() {
    return node instanceof MappingNode;
  }

  /** The text of a single value. */
  String text() {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue().strip();
    }
    throw wrong("must be text, not " + quoted());
  }

  int whole(long least) {
    long number = longWhole(least);
    if (number > Integer.MAX_VALUE) {
      throw wrong("must be at most %d, not %d".formatted(Integer.MAX_VALUE, number));
    }
    return (int) number;
  }

  long longWhole(long least) {
    if (!plain().filter(text -> WHOLE.matcher(text).matches()).isPresent()) {
      throw wrong("must be a whole number, not " + quoted());
    }
    long number = Long.parseLong(text());
    if (number < least) {
      throw wrong("must be at least %d, not %d".formatted(least, number));
    }
    return number;
  }

  double number() {
    if (!plain().filter(text -> NUMBER.matcher(text).matches()).isPresent()) {
      throw wrong("must be a number, not " + quoted());
    }
    double number = Double.parseDouble(text());
    if (!Double.isFinite(number)) {
      throw wrong("must be a number, not " + quoted());
    }
    return number;
  }

  boolean truth() {
    return switch (plain().orElse("")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong("must be true or false, not " + quoted());
    };
  }

  Duration duration() {
    if (plain().filter(text -> WHOLE.matcher(text).matches()).isPresent()) {
      return Duration.ofSeconds(longWhole(0));
    }
    Matcher time = TIME.matcher(plain().orElse(""));
    if (!time.matches()) {
      throw wrong("must be a time such as 30s, 5m or a number of seconds, not " + quoted());
    }
    long amount = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  /** The constant that is written as {@code a-bsp} for {@code A_BSP}. */
  <E extends Enum<E>> E word(Class<E> type) {
    String text = text();
    List<String> words = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String word = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (word.equals(text)) {
        return constant;
      }
      words.add(word);
    }
    throw wrong("must not be %s%s".formatted(quoted(), Meant.phrase(text, words)));
  }

  List<Entry> elements() {
    if (!(node instanceof SequenceNode sequence)) {
      throw wrong("must be a list, not " + quoted());
    }
    var elements = new ArrayList<Entry>();
    for (Node element : sequence.getValue()) {
      elements.add(new Entry(source, "%s[%d]".formatted(trail, elements.size()), element));
    }
    return elements;
  }

  /**
   * What is made of this group. A rule of its constructor that begins with the name of a key is
   * told at that key.
   */
  <T> T made(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException broken) {
      String rule = String.valueOf(broken.getMessage());
      int space = Math.max(0, rule.indexOf(' '));
      Optional<Entry> member = isGroup() ? get(rule.substring(0, space)) : Optional.empty();
      if (member.isPresent()) {
        throw member.get().wrong(rule.substring(space + 1));
      }
      throw mistake(trail.isEmpty() ? rule : trail + ": " + rule);
    }
  }

  /** This value is wrong; {@code what} continues the sentence that its name begins. */
  JobFileException wrong(String what) {
    return mistake((trail.isEmpty() ? "the job" : trail) + " " + what);
  }

  private JobFileException mistake(String sentence) {
    Mark at = node.getStartMark();
    String place =
        Setting.isSet(at)
            ? at.getName()
            : "%s:%d:%d".formatted(source, at.getLine() + 1, at.getColumn() + 1);
    return new JobFileException(place + ": " + sentence);
  }

  String quoted() {
    return switch (node) {
      case MappingNode _ -> "a group of keys and values";
      case SequenceNode _ -> "a list";
      case ScalarNode scalar when scalar.getValue().isBlank() -> "nothing";
      case ScalarNode scalar -> "\"" + clipped(scalar.getValue()) + "\"";
      default -> "this";
    };
  }

  private static String clipped(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }

  private Optional<String> plain() {
    return node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.PLAIN
        ? Optional.of(scalar.getValue().strip())
        : Optional.empty();
  }

  private List<NodeTuple> tuples() {
    if (node instanceof MappingNode mapping) {
      return mapping.getValue();
    }
    throw wrong("must be a group of keys and values, not " + quoted());
  }

  private String inside(String key) {
    return trail.isEmpty() ? key : trail + "." + key;
  }

  private static String key(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
  }
}
