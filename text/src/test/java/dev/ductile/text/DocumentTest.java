package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentTest {
  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          a: [1, 2                 ~ f:1:9: while parsing a flow sequence, expected ',' or ']', but got <stream end>
          a: 1\\na: 2              ~ f:2:1: key "a" occurs a second time
          a: b: c                  ~ f:1:5: mapping values are not allowed here
          a:\\n\\t- b              ~ f:2:1: while scanning for the next token, found character
          a: &x [*x]               ~ f:1:8: alias *x contains itself
          a: &x {b: {c: *x}}       ~ f:1:15: alias *x contains itself
          a: *no                   ~ f:1:4: alias *no names no list or group of keys above it
          a: 1\\n---\\nb: 2        ~ f:3:1: the document has ended, but more follows
          # nothing                ~ f:1:1: the document is empty
          a: "b                    ~ f:1:6: while scanning a quoted scalar, found unexpected end of stream
          {a: 1}}                  ~ f:1:7: expected '<document start>', but found '}'
          """)
  void brokenYamlIsOneLine(String text, String message) {
    String yaml = text.replace("\\n", "\n").replace("\\t", "\t");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Document.of("f", yaml))
        .satisfies(
            mistake -> assertThat(mistake.getMessage()).startsWith(message).doesNotContain("\n"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          {"a": [1, 2}     ~ f:7:12: Unexpected close marker '}': expected ']'
          {"a": 1          ~ f:7:8: Unexpected end-of-input: expected close marker for Object
          {"a": NaN}       ~ f:7:10: Non-standard token 'NaN'
          {"a": 1, "a": 2} ~ f:7:10: key "a" occurs a second time
          nope             ~ f:7:1: Unrecognized token 'nope'
          {"a": 1} {}      ~ f:7:10: the document has ended, but more follows
          """)
  void brokenJsonIsOneLine(String text, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Document.line("f", 7, text))
        .satisfies(
            mistake -> assertThat(mistake.getMessage()).startsWith(message).doesNotContain("\n"));
  }

  @Test
  void numbersAreWrittenAsInJsonAndWordsStayWords() {
    assertThat(
            Document.of("f", "[.nan, .inf, 1_000, 017, 0x1F, no, on, 1:30:00, -0.5, 1e3, true, ~]")
                .root()
                .node())
        .hasToString(
            "[\".nan\",\".inf\",\"1_000\",\"017\",\"0x1F\",\"no\",\"on\",\"1:30:00\",-0.5,1000.0,true,null]");
  }

  @Test
  void anAliasStandsForItsAnchor() {
    assertThat(Document.of("f", "a: &x {b: &y [1]}\nc: *x\nd: *y").root().node())
        .hasToString("{\"a\":{\"b\":[1]},\"c\":{\"b\":[1]},\"d\":[1]}");
  }

  @Test
  void aliasesHaveALimitOfSize() {
    var bomb = new StringBuilder("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
    }
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Document.of("f", bomb.toString()))
        .withMessageMatching("f:7:\\d+: the document has more than 10000000 values");
  }

  @Test
  void nestingHasALimit() {
    for (String text : List.of("[".repeat(100_000), "{\"a\":".repeat(1000))) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> Document.of("f", text))
          .withMessageContaining("the document is more than 64 lists and groups deep");
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> Document.line("f", 1, text))
          .withMessageContaining("the document is more than 64 lists and groups deep");
    }
  }

  @Test
  void aliasesDoNotAvoidTheLimitOfNesting() {
    var chain = new StringBuilder("a0: &a0 [1]\n");
    for (int i = 1; i < 5000; i++) {
      chain.append("a%d: &a%d [[*a%d]]\n".formatted(i, i, i - 1));
    }
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Document.of("f", chain.toString()))
        .withMessageStartingWith("f:33:")
        .withMessageEndingWith("the document is more than 64 lists and groups deep");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    assertThat(refused(folder.resolve("missing.yaml"))).endsWith("missing.yaml: no such file");
    assertThat(refused(folder)).endsWith(": is a folder, not a file");
    assertThat(refused(written("empty.yaml", "  \n\n"))).endsWith("empty.yaml: the file is empty");
    Path binary = folder.resolve("binary.yaml");
    Files.write(binary, new byte[] {'a', ':', '\n', 0, 1, 2});
    assertThat(refused(binary)).endsWith("binary.yaml:2: is not UTF-8 text");
    Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 'a'});
    assertThat(refused(binary)).endsWith("binary.yaml:1: is not UTF-8 text");
    Path long10 = written("long.yaml", "a: 1\nb: " + "x".repeat(10 << 20) + "\n");
    assertThat(refused(long10)).endsWith("long.yaml:2: the line is longer than 1048576 characters");
    Path large = folder.resolve("large.yaml");
    Files.write(large, new byte[(64 << 20) + 1]);
    assertThat(refused(large)).endsWith("large.yaml: the file is larger than 64 MiB");
  }

  @Test
  void jsonIsRecognisedByItsNameAndMayBeOneLine() throws IOException {
    Path file = written("state.json", "{\"a\":[" + "1,".repeat(600_000) + "1]}");
    assertThat(Document.read(file).root().need("a").elements()).hasSize(600_001);
  }

  @Test
  void aMistakeInAChangedValueHasThePlaceOfThatValue() {
    Document written = Document.of("f", "a: {b: 1}\nc: 2");
    ValuePath trail = ValuePath.ROOT.key("a").key("d");
    JsonNode changed = Document.of("g", "{a: {b: 1, d: {e: 3}}, c: 2}").root().node();
    Document document = written.with(changed, trail, "--set a.d={e: 3}");

    assertThat(document.root().need("a").need("d").need("e").wrong("is bad"))
        .hasMessage("--set a.d={e: 3}: a.d.e is bad");
    assertThat(document.root().need("a").wrong("is bad")).hasMessage("f:1:4: a is bad");
    assertThat(document.root().need("c").wrong("is bad")).hasMessage("f:2:4: c is bad");
  }

  @Test
  void aGroupThatAChangedValueAddsHasThePlaceOfThatValue() {
    JsonNode changed = Document.of("g", "{a: {b: {c: 1}}, d: 2}").root().node();
    ValuePath trail = ValuePath.ROOT.key("a").key("b").key("c");
    Document document = Document.of("f", "d: 2").with(changed, trail, "--set a.b.c=1");

    assertThat(document.root().need("a").wrong("is bad")).hasMessage("--set a.b.c=1: a is bad");
    assertThat(document.root().need("d").wrong("is bad")).hasMessage("f:1:4: d is bad");
  }

  @Test
  void aLongValueIsQuotedInPart() {
    Written value = Document.of("f", "a: " + "x".repeat(500_000)).root().need("a");
    assertThat(value.wrong("must not be " + value.quoted()).getMessage())
        .isEqualTo("f:1:4: a must not be \"" + "x".repeat(60) + "...\"");
  }

  @Test
  void aMistakeHasItsPlaceBesideTheMessage() {
    Written value = Document.of("f", "a:\n- {b: 1}\n").root().need("a").elements().getFirst();
    assertThat(value.need("b").wrong("is").place()).contains(new Place("f", 2, 7));
    assertThat(value.missing("c").getMessage()).isEqualTo("f:2:3: a[0].c is missing");
    assertThat(new Place("f", 0, 0)).hasToString("f");
    assertThat(new Place("f", 3, 0)).hasToString("f:3");
  }

  private Path written(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String refused(Path file) {
    try {
      Document.read(file);
    } catch (InputException mistake) {
      return mistake.getMessage();
    }
    return "";
  }
}
