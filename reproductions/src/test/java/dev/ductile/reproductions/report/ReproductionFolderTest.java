package dev.ductile.reproductions.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.ReproductionFile;
import dev.ductile.reproductions.claim.ClaimChecker;
import dev.ductile.reproductions.experiment.Cell;
import dev.ductile.reproductions.experiment.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionFolderTest {
  private static final String FILE =
      """
      title: Speed & <size>
      paper: {authors: Nobody, venue: Nowhere, year: 2020}
      figure: Fig. 1
      x: {label: Workers}
      y: {label: Time, unit: hours, scale: SCALE}
      readings: [One <such>.]
      experiment:
        predict: {}
        measure: speedup
        x: POINTS
        lines: [{name: a<b}, {name: never}]
      theirs: {a<b: {GIVEN: 1.5}}
      claims:
        - {claim: It is fast | or not., expect: not, because: it is slow, checks: [{line: a<b, above: 9}]}
        - claim: Who knows?
      """;

  @TempDir private Path folder;

  @Test
  void linesHaveTheirIntervalsAndTheNumbersOfThePaper() throws IOException {
    for (String scale : List.of("linear", "log")) {
      Path out = exhibited(scale, "[1, 2]", "2");
      String page = Files.readString(out.resolve("a.html"));

      assertThat(page)
          .contains("class=\"line\" stroke=\"#0072B2\"", "class=\"whisker\"", "class=\"ring\"")
          .contains("Speed &amp; &lt;size&gt;", "a&lt;b", "theirs 1.5", "Time (h)")
          .contains("<code>ductile reproduce a --quick --seeds 1,2</code>")
          .doesNotContain("<size>", "<such>", "NaN", "Infinity");
      for (String ending : List.of("png", "svg", "pdf")) {
        assertThat(page).contains("href=\"a.%s\"".formatted(ending));
        assertThat(out.resolve("a." + ending)).isNotEmptyFile();
      }
    }
  }

  @Test
  void thePageOfResultsHasNumbersBesideThoseOfThePaperAndVerdicts() throws IOException {
    Path out = exhibited("linear", "[1, 2]", "2");

    assertThat(Files.readString(out.resolve("results.md")))
        .contains(
            "## Nobody, Nowhere 2020", "- One <such>. *(Fig. 1)*", "### Fig. 1: Speed & <size>")
        .containsPattern("(?m)^\\| +\\| 1 \\| 2 \\|\n\\|---\\|---\\|---\\|$")
        .contains("| *theirs* |  | 1.5 |")
        .contains("| It is fast \\| or not. | not reproduced: it is slow |")
        .contains("| Who knows? | not judged |")
        .endsWith("|\n");
  }

  @Test
  void thePageOfResultsShowsSomeOfManyPoints() throws IOException {
    Path out = exhibited("linear", "1..40", "2");

    assertThat(Files.readString(out.resolve("results.md")))
        .contains("(12 of 40 points)")
        .contains("|  | 1 | 5 | 8 | 12 | 15 | 19 | 22 | 26 | 29 | 33 | 36 | 40 |");
  }

  @Test
  void pointsWithNamesAreBars() throws IOException {
    Path out =
        exhibited("linear", "[few, a great many indeed and then some more of them all]", "few");

    assertThat(Files.readString(out.resolve("a.html")))
        .contains("<rect fill=\"#0072B2\"", "rotate(-22)")
        .doesNotContain("NaN");
    assertThat(out.resolve("a.png")).isNotEmptyFile();
  }

  @Test
  void theIndexAndTheVerdictsHaveEveryClaim() throws IOException {
    Path out = exhibited("linear", "[1, 2]", "2");

    assertThat(Files.readString(out.resolve("index.html")))
        .contains("href=\"a.html\"", "2 claims: 1 not reproduced, 1 not judged", "Nobody, Nowhere");
    assertThat(Files.readString(out.resolve("verdicts.md")))
        .contains(
            "- One <such>. *(Fig. 1)*",
            "| Fig. 1 | It is fast \\| or not. | not reproduced: it is slow | **no:** 2.000 against 9.000 at 1, the closest; may be chance at 1 |",
            "| Fig. 1 | Who knows? | not judged |  |");
  }

  private Path exhibited(String scale, String points, String at) throws IOException {
    Path file = folder.resolve("a.yaml");
    Files.writeString(
        file, FILE.replace("SCALE", scale).replace("POINTS", points).replace("GIVEN", at));
    Reproduction read = ReproductionFile.read(file, false);
    int count = read.experiment().points().size();
    var grid =
        new Grid(
            List.of("a<b", "never"),
            read.experiment().points(),
            List.of(
                IntStream.range(0, count)
                    .mapToObj(i -> new Cell(i == 0 ? List.of(1.0, 3.0) : List.of(3.0, 3.5)))
                    .toList(),
                Collections.nCopies(count, new Cell(List.of(Double.NaN)))));
    var judge = new ClaimChecker(grid, read.theirs(), true);
    Path out = folder.resolve("out");
    new ReproductionFolder(
            List.of(new Reproduced(read, grid, read.claims().stream().map(judge::judged).toList())),
            List.of("--quick", "--seeds 1,2"))
        .writeTo(out);
    return out;
  }
}
