package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code ductile reproduce} as a user starts it. */
@Tag("process")
@Timeout(600)
final class ReproduceTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String RANDOM =
      """
      title: Jobs that get something
      paper: {authors: Nobody, venue: Nowhere, year: 2020}
      figure: Fig. 1
      x: {label: Devices}
      y: {label: Jobs}
      experiment:
        decide:
          cluster: {capacity: {gpu: = x}}
          jobs: [{repeat: 20, each: {worker: {gpu: {draw: {min: 1, max: 4, whole: true}}}, work: 10}}]
        measure: granted
        x: [8, 16]
        lines: [{name: fifo, policy: fifo}]
        seeds: 1..10
      claims: [{claim: More devices are for fewer jobs., checks: [{line: fifo, decreasing: true}]}]
      """;

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @Test
  void withoutANameItListsAllReproductions() throws IOException {
    JsonNode list = JSON.readTree(DUCTILE.run("reproduce", "-o", "json").out());

    assertThat(list.findValuesAsText("name")).contains("lin-fig-7").isSorted();
    assertThat(list.findValuesAsText("paper")).contains("Lin et al., MASCOTS 2018");
  }

  @Test
  void aFigureIsJudgedAndDrawn() throws IOException {
    Ductile.Answer answer =
        new Ductile(folder).run("reproduce", "lin-fig-7", "--out", "figures", "-o", "json");

    assertThat(answer.status()).isZero();
    JsonNode document = JSON.readTree(answer.out());
    assertThat(document.path("schemaVersion").asInt()).isEqualTo(1);
    JsonNode figure = document.at("/reproductions/0");
    assertThat(figure.path("lines")).hasSize(3);
    assertThat(figure.path("claims").findValuesAsText("verdict")).contains("reproduced");
    Path figures = folder.resolve("figures");
    assertThat(figures.resolve("index.html")).content().contains("href=\"lin-fig-7.html\"");
    assertThat(figures.resolve("lin-fig-7.html")).content().contains("<svg").contains("Fig. 7");
    assertThat(figures.resolve("lin-fig-7.csv")).content().startsWith("reproduction,line,x,ours");
    assertThat(figures.resolve("lin-fig-7.png")).isNotEmptyFile();
  }

  @Test
  void theSameSeedsGiveTheSameBytesWithAnyNumberOfThreads() throws IOException {
    Files.writeString(Files.createDirectory(folder.resolve("ours")).resolve("a.yaml"), RANDOM);
    var ductile = new Ductile(folder);
    ductile.run("reproduce", "a", "--from", "ours", "--out", "one", "--threads", "1");
    ductile.run("reproduce", "a", "--from", "ours", "--out", "two", "--threads", "4");

    assertThat(ductile.shell("diff -r one two").status()).isZero();
    assertThat(folder.resolve("one/a.csv")).isNotEmptyFile();
  }

  @Test
  void anUnexpectedVerdictIsAnError() throws IOException {
    Files.writeString(Files.createDirectory(folder.resolve("ours")).resolve("a.yaml"), RANDOM);

    Ductile.Answer answer = DUCTILE.run("reproduce", "--all", "--from", "ours");

    assertThat(answer.out()).contains("not reproduced: More devices").contains("not what the file");
    assertThat(answer.err()).contains("verdicts that differ from the files: 1");
    assertThat(answer.status()).isEqualTo(1);
    assertThat(DUCTILE.run("reproduce", "--all", "--from", "ours", "--seeds", "1..3").status())
        .isZero();
  }

  @Test
  void contradictoryOptionsAreRefused() {
    assertThat(DUCTILE.run("reproduce", "--all", "lin-fig-7").err())
        .startsWith("ductile: --all runs all reproductions; leave out --all or the names");
    assertThat(DUCTILE.run("reproduce", "lin-fig-7", "--threads", "0").err())
        .startsWith("ductile: --threads must be between 1 and 1024, not 0");
  }

  @Test
  void aSimilarNameIsSuggested() {
    Ductile.Answer answer = DUCTILE.run("reproduce", "lin-fg-7");

    assertThat(answer.err())
        .startsWith("ductile: unknown reproduction \"lin-fg-7\"; did you mean \"lin-fig-7\"?");
    assertThat(answer.err().lines()).hasSize(1);
    assertThat(answer.status()).isNotZero();
  }
}
