package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinderTest {
  private static final Binder BINDER = new Binder(Map.of(), List.of());

  enum Colour {
    DARK_RED,
    BLUE
  }

  record Part(int count, @Inline Rest rest) {
    Part {
      if (count < 0) {
        throw new IllegalArgumentException("count is %d, below 0".formatted(count));
      }
    }
  }

  record Rest(Optional<String> name) {}

  record All(
      int whole,
      long large,
      double number,
      boolean truth,
      String text,
      Colour colour,
      Duration time,
      Instant instant,
      List<Integer> list,
      Map<String, Double> map,
      Optional<Part> part,
      OptionalInt maybe,
      OptionalDouble perhaps) {}

  private static final String GOOD =
      """
      whole: 3
      large: 5000000000
      number: 2
      truth: false
      text: 7
      colour: dark-red
      time: 90s
      instant: 2026-01-01T00:00:00Z
      list: [1, 2]
      map: {a: 0.5}
      part: {count: 1, name: x}
      """;

  @Test
  void valuesOfEveryTypeAreRead() {
    assertThat(bound(GOOD))
        .isEqualTo(
            new All(
                3,
                5_000_000_000L,
                2,
                false,
                "7",
                Colour.DARK_RED,
                Duration.ofSeconds(90),
                Instant.parse("2026-01-01T00:00:00Z"),
                List.of(1, 2),
                Map.of("a", 0.5),
                Optional.of(new Part(1, new Rest(Optional.of("x")))),
                OptionalInt.empty(),
                OptionalDouble.empty()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          whole: 3                ~ whole: 3.5                     ~ f:1:8: whole must be a whole number, not 3.5
          whole: 3                ~ whole: "3"                     ~ f:1:8: whole must be a whole number, not "3"
          whole: 3                ~ whole: 5000000000              ~ f:1:8: whole must be between -2147483648 and 2147483647, not 5000000000
          whole: 3                ~ whole:                         ~ f:1:7: whole has no value
          whole: 3                ~ wole: 3                        ~ f:1:1: unknown key "wole"; did you mean "whole"? known: colour, instant,
          number: 2               ~ number: .nan                   ~ f:3:9: number must be a number, not ".nan"
          number: 2               ~ number: 1e999                  ~ f:3:9: number must be a number, not Infinity
          truth: false            ~ truth: no                      ~ f:4:8: truth must be true or false, not "no"
          text: 7                 ~ text: 7.5                      ~ f:5:7: text must be text, not 7.5; maybe write it in quotes
          text: 7                 ~ text: [7]                      ~ f:5:7: text must be text, not a list
          colour: dark-red        ~ colour: dark-rad               ~ f:6:9: colour must not be "dark-rad"; did you mean "dark-red"? known: blue, dark-red
          time: 90s               ~ time: 90 s                     ~ f:7:7: time must be a duration of at most 100 years such as 90s, 5m, 1h30m or a number of seconds, not "90 s"
          time: 90s               ~ time: -5                       ~ f:7:7: time cannot be negative, but is -5
          instant: 2026-01-01T00:00:00Z ~ instant: -1              ~ f:8:10: instant cannot be negative, but is -1
          instant: 2026-01-01T00:00:00Z ~ instant: tomorrow        ~ f:8:10: instant must be a time between 1970 and 2160
          list: [1, 2]            ~ list: [1, x]                   ~ f:9:11: list[1] must be a whole number, not "x"
          list: [1, 2]            ~ list: 1                        ~ f:9:7: list must be a list, not 1
          list: [1, 2]            ~ list: [1, null]                ~ f:9:11: list[1] has no value
          map: {a: 0.5}           ~ map: {a: b}                    ~ f:10:10: map.a must be a number, not "b"
          map: {a: 0.5}           ~ map: [1]                       ~ f:10:6: map must be a group of keys and values, not a list
          part: {count: 1, name: x} ~ part: {count: -1}            ~ f:11:15: part.count is -1, below 0
          part: {count: 1, name: x} ~ part: {name: x}              ~ f:11:7: part.count is missing
          part: {count: 1, name: x} ~ part: {count: 1, nam: x}     ~ f:11:18: unknown key "nam" in part; did you mean "name"? known: count, name
          """)
  void mistakesHaveTheirPlace(String good, String bad, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> bound(GOOD.replace(good, bad)))
        .satisfies(mistake -> assertThat(mistake.getMessage()).startsWith(message));
  }

  record Settings(double alpha, List<Double> limits, Optional<Duration> every, Part part) {}

  private static final Settings DEFAULTS =
      new Settings(
          0.5, List.of(1.0, 2.5), Optional.empty(), new Part(4, new Rest(Optional.empty())));

  @Test
  void absentKeysHaveTheDefaults() {
    assertThat(settings("{}")).isEqualTo(DEFAULTS);
    assertThat(settings("{alpha: 1, every: 5s, part: {name: x}}"))
        .isEqualTo(
            new Settings(
                1,
                List.of(1.0, 2.5),
                Optional.of(Duration.ofSeconds(5)),
                new Part(4, new Rest(Optional.of("x")))));
  }

  @Test
  void defaultsAreWrittenAsInAFile() {
    assertThat(Binder.write(DEFAULTS))
        .hasToString("{alpha=0.5, limits=[1,2.5], every=null, part={\"count\":4,\"name\":null}}");
  }

  @Test
  void keysOfAnInlineRecordBelongToTheEnclosingRecord() {
    assertThat(Binder.keys(Part.class)).containsExactly("count", "name");
  }

  private static All bound(String text) {
    return BINDER.record(All.class, Document.of("f", text).root());
  }

  private static Settings settings(String text) {
    return BINDER.record(Settings.class, Document.of("f", text).root(), DEFAULTS);
  }
}
