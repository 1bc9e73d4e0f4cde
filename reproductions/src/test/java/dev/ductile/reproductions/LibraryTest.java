package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.reproductions.report.ResultsPage;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.Experiment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reproduction of Ductile, and every one in its guide. */
@Tag("figures")
class LibraryTest {
  private static final Path FOLDER = Path.of("").toAbsolutePath();
  private static final Pattern BLOCK =
      Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("names")
  void everyReproductionRunsInItsQuickForm(String name) {
    assertThat(Library.in(FOLDER).read(name, false).claims()).isNotEmpty();
    requireNumbers(Library.in(FOLDER).read(name, true));
  }

  @ParameterizedTest
  @MethodSource("short_ones")
  void everyReproductionHasItsExpectedVerdicts(String name) {
    Reproduced reproduced = reproduced(Library.in(FOLDER).read(name, false));

    assertThat(reproduced.surprises()).extracting(CheckedClaim::findings).as(name).isEmpty();
    assertThat(page())
        .as("docs/reference/reproduced.md; to write it anew, see docs/explanation/reproductions.md")
        .contains(ResultsPage.figure(reproduced));
  }

  /** Long reproductions are compared only if that needs no run. */
  @Test
  void thePageOfResultsHasEveryFigureAndClaimInTheOrderOfTheLibrary() {
    String page = page();
    var expected = new ArrayList<String>();
    for (String name : Library.in(FOLDER).names()) {
      Reproduction one = Library.in(FOLDER).read(name, false);
      expected.add(ResultsPage.heading(one));
      assertThat(one.readings()).allMatch(reading -> page.contains("- " + reading + " *("));
      one.claims().forEach(claim -> expected.add("| " + claim.claim().replace("|", "\\|") + " | "));
    }

    assertThat(page).containsSubsequence(expected);
    assertThat(page.lines().filter(line -> line.startsWith("### ")))
        .hasSameSizeAs(Library.in(FOLDER).names());
  }

  private static String page() {
    try {
      return Files.readString(FOLDER.resolve("../docs/reference/reproduced.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyFileOfTheGuideRuns() throws IOException {
    Files.createSymbolicLink(folder.resolve("inputs"), FOLDER.resolve("inputs"));
    var found = BLOCK.matcher(Files.readString(FOLDER.resolve("README.md")));
    int blocks = 0;
    while (found.find()) {
      Path file = folder.resolve("guide-%d.yaml".formatted(++blocks));
      requireNumbers(ReproductionFile.read(Files.writeString(file, found.group(1)), true));
    }
    assertThat(blocks).isEqualTo(3);
  }

  static Stream<String> names() {
    return Library.in(FOLDER).names().stream();
  }

  /** Those that take a few seconds; all others are for `ductile reproduce --all`. */
  static Stream<String> short_ones() {
    return names().filter(name -> Library.in(FOLDER).read(name, false).takes().matches("|[1-5] s"));
  }

  private static Reproduced reproduced(Reproduction one) {
    return Reproduced.of(
        one, new ExperimentRunner(Catalog.installed(), 2, Experiment.ProgressListener.NONE));
  }

  private static void requireNumbers(Reproduction one) {
    Reproduced reproduced = reproduced(one);
    assertThat(reproduced.grid().rows())
        .as(one.name())
        .allSatisfy(row -> assertThat(row).allMatch(cell -> Double.isFinite(cell.mean())));
    assertThat(reproduced.claims()).hasSameSizeAs(one.claims());
  }
}
