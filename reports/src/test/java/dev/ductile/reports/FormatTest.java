package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.ductile.text.PlainValue;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FormatTest {
  @ParameterizedTest
  @EnumSource(Format.class)
  void everyFormatIsItsGoldenFile(Format format) throws IOException {
    String ending = format == Format.TABLE ? "txt" : PlainValue.word(format);
    Golden.check("two-by-two." + ending, format.write(Examples.twoByTwo()));
    Golden.check("troubled." + ending, format.write(Examples.troubled()));
    Golden.check("empty." + ending, format.write(Examples.empty()));
  }

  @Test
  void yamlAndJsonHaveTheSameContent() throws IOException {
    JsonNode json = new JsonMapper().readTree(Format.JSON.write(Examples.troubled()));
    JsonNode yaml = new YAMLMapper().readTree(Format.YAML.write(Examples.troubled()));

    assertThat(yaml).isEqualTo(json);
  }

  @Test
  void aValueThatIsNotANumberIsNull() throws IOException {
    JsonNode run = new JsonMapper().readTree(Format.JSON.write(Examples.empty())).at("/runs/0");

    assertThat(run.get("averageCompletion").isNull()).isTrue();
    assertThat(run.get("jobs").intValue()).isZero();
  }

  @Test
  void noNumberHasAnExponent() {
    assertThat(Format.JSON.write(Examples.troubled()))
        .contains("\"secondsLost\": 12000000")
        .doesNotContainPattern("[0-9]E[0-9]");
  }

  @Test
  void jobNamesAreQuotedIfNeeded() throws IOException {
    var jobs = new StringWriter();
    Spreadsheets.jobs(Examples.twoByTwo(), jobs);
    Golden.check("two-by-two-jobs.csv", jobs.toString());

    assertThat(jobs.toString()).contains("b,\"bo, \"\"the builder\"\"\",finished,10,30,180,170");
  }

  @Test
  void theSummaryHasALineForEachPolicyAndLoad() throws IOException {
    Golden.check("troubled-summary.csv", Spreadsheets.summary(Examples.troubled()));
  }

  @Test
  void theTableShowsWhichDifferencesAreNotSignificant() {
    assertThat(Format.TABLE.write(Examples.twoByTwo())).contains("no significant difference");
    assertThat(Format.TABLE.write(Examples.empty())).doesNotContain("difference");
  }

  @Test
  void theTableShowsWarnings() {
    assertThat(Format.TABLE.write(Examples.troubled()).lines())
        .startsWith(
            "! fifo: 4 of 4 runs stopped at the horizon with 4 jobs unfinished;"
                + " its figures are of the others.",
            "! fifo: 8 of 36 plans had illegal grants, which were dropped; the rest was applied.");
  }
}
