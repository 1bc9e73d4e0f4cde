package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.simulator.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {
  @TempDir Path folder;

  @Tag("figures")
  @Test
  void theSameResultsGiveTheSameBytes() throws IOException {
    List<Path> first = report(Examples.troubled()).writeTo(folder.resolve("first"));
    List<Path> second = report(Examples.troubled()).writeTo(folder.resolve("second"));

    assertThat(second).hasSameSizeAs(first).hasSizeGreaterThan(12);
    for (int i = 0; i < first.size(); i++) {
      assertThat(second.get(i)).hasSameBinaryContentAs(first.get(i));
    }
  }

  @Test
  void leavesOnlyItsFiles() throws IOException {
    List<Path> written = report(Examples.twoByTwo()).writeTo(folder.resolve("out"));

    assertThat(files(folder)).containsExactlyInAnyOrderElementsOf(written);
    assertThat(written)
        .extracting(file -> folder.resolve("out").relativize(file).toString())
        .contains("report.html", "results.json", "runs.csv", "summary.csv", "jobs.csv")
        .contains("plots/completion-times.png", "plots/gantt-srtf.png")
        .contains("plots/completion-times.svg", "plots/completion-times.pdf");
  }

  @Test
  void aRunWithoutJobsHasAReportToo() {
    assertThat(report(Examples.empty()).writeTo(folder.resolve("out"))).isNotEmpty();
  }

  @Test
  void otherFilesInTheFolderStay() throws IOException {
    Path own = Files.writeString(folder.resolve("notes.txt"), "mine");
    report(Examples.twoByTwo()).writeTo(folder);

    assertThat(own).hasContent("mine");
  }

  @Test
  void aFailedWriteChangesNothing() throws IOException {
    Path old = Files.writeString(folder.resolve("report.html"), "old");

    assertThatThrownBy(() -> new OutputFolder(folder).fill(ReportTest::untilTheDiskIsFull))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> new OutputFolder(folder.resolve("new")).fill(ReportTest::untilTheDiskIsFull))
        .isInstanceOf(IOException.class);

    assertThat(files(folder)).containsExactly(old);
    assertThat(old).hasContent("old");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  private static void untilTheDiskIsFull(Path aside) throws IOException {
    Files.writeString(aside.resolve("report.html"), "half");
    throw new IOException("No space left on device");
  }

  @Test
  void reportsAFailedWriteInOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> report(Examples.empty()).writeTo(file))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot write the report to %s: %s is in the way", file, file);
  }

  @Test
  void showsTheErrorOfTheSimulation() throws IOException {
    var runs = Examples.twoByTwo().runs();
    var fidelity = new Fidelity(runs.get(0), runs.get(1));
    var report = new Report(Examples.twoByTwo(), Examples.ABOUT, Optional.of(fidelity));

    assertThat(report.writeTo(folder)).contains(folder.resolve("fidelity.json"));
    assertThat(report.page()).contains("How true the simulation was", "gantt-live");
    assertThat(report.page())
        .containsSubsequence(
            "jobs trained with real processes under", "How true the simulation was", ">Summary<");
  }

  private static Report report(Results results) {
    return new Report(results, Examples.ABOUT);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
