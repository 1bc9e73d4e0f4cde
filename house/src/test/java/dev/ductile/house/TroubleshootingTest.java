package dev.ductile.house;

import static java.util.Comparator.comparingInt;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The messages that the page on troubleshooting quotes are those of the product. */
class TroubleshootingTest {
  private static final String PAGE = "docs/how-to/troubleshooting.md";
  private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)`", Pattern.MULTILINE);

  /** A value in a message: a word in capitals on the page, anything in the code. */
  private static final Pattern VALUE = Pattern.compile("\\b[A-Z]+\\b");

  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final int FEWEST_MESSAGES = 50;

  @Test
  void everyMessageOfThePageIsInTheCode() throws IOException {
    Map<String, String> texts = SourceTree.here().texts();
    List<String> messages =
        ROW.matcher(texts.getOrDefault(PAGE, "")).results().map(row -> row.group(1)).toList();
    List<String> sources =
        texts.entrySet().stream()
            .filter(file -> file.getKey().matches(".*/src/main/.*|ductile|\\.mvn/.*\\.sh"))
            .map(Map.Entry::getValue)
            .toList();

    assertThat(messages).hasSizeGreaterThan(FEWEST_MESSAGES);
    assertThat(messages)
        .filteredOn(message -> sources.stream().noneMatch(source -> isIn(source, message)))
        .as("messages of %s that no source has", PAGE)
        .isEmpty();
  }

  /** The longest piece of a message is rare, so few sources are searched for the whole message. */
  private static boolean isIn(String source, String message) {
    String rare = VALUE.splitAsStream(message).max(comparingInt(String::length)).orElseThrow();
    return source.contains(rare) && pattern(message).matcher(joined(source)).find();
  }

  /** A source with the pieces of each text in one line. */
  private static String joined(String source) {
    return JOINED.matcher(source).replaceAll("").replace("\\\"", "\"");
  }

  /** The words of a message in their order, with at most one expression in place of each value. */
  private static Pattern pattern(String message) {
    var pattern = new StringBuilder();
    int end = 0;
    var value = VALUE.matcher(message);
    while (value.find()) {
      pattern.append(Pattern.quote(message.substring(end, value.start()))).append("[^\n]{1,80}?");
      end = value.end();
    }
    return Pattern.compile(pattern.append(Pattern.quote(message.substring(end))).toString());
  }
}
