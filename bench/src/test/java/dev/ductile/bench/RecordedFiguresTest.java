package dev.ductile.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measurements of other programs record their figures with their parameters. */
class RecordedFiguresTest {
  @TempDir private Path folder;
  private ResultRecorder results = new ResultRecorder(Map.of());

  @BeforeEach
  void recordInTheFolder() {
    results = new ResultRecorder(Map.of("BENCH_RESULTS", file().toString()));
  }

  @Test
  void mutantsRecordTheScoreOfTheirModuleAndTests() throws IOException {
    Path mutations =
        Files.writeString(
            folder.resolve("mutations.csv"),
            """
            A.java,dev.ductile.api.A,org.pitest.MathMutator,sum,7,KILLED,test
            A.java,dev.ductile.api.A,org.pitest.MathMutator,sum,8,TIMED_OUT,test
            A.java,dev.ductile.api.A,org.pitest.MathMutator,lambda$sum$3,9,SURVIVED,none
            A.java,dev.ductile.api.A,org.pitest.VoidMutator,log,12,NO_COVERAGE,none
            """);
    Path equivalent =
        Files.writeString(
            folder.resolve("equivalent.csv"),
            "# class, ...\nA,sum,Math,1,rounding only, as said\n");

    Mutants mutants = Mutants.read(mutations, equivalent);
    mutants.record("api", "own", results);
    results.save();

    assertThat(mutants.survivors()).hasToString("[A.log, line 12: Void, no test runs this line]");
    assertThat(mutants).hasToString("2 of 3 mutants are detected, 66.7 %; 1 more are equivalent");
    assertThat(recorded())
        .containsExactly(
            "api, own tests, mutants detected: 66.7 %",
            "api, own tests, mutants: 3 and 1 equivalent");
  }

  @Test
  void phillyRecordsTimeMemoryAndCompletionOfEachPolicyAndCluster() throws Exception {
    new Philly(command("policy,averageCompletion", "fifo,7200"), folder, folder, results).measure();
    results.save();

    assertThat(recorded())
        .hasSize(18)
        .contains(
            "2500 GPUs, fifo, mean completion: 2 h", "200 GPUs, tiresias-l, mean completion: 2 h")
        .anyMatch(figure -> figure.startsWith("200 GPUs, srtf, wall time with the start: "))
        .anyMatch(figure -> figure.startsWith("200 GPUs, srtf, peak memory: "));
    assertThat(folder.resolve("philly.yaml"))
        .content()
        .contains("gpu: 200", "policies: [tiresias-l]", "trace: " + folder.toAbsolutePath());
  }

  @Test
  void figuresOfAFileAreRecordedUnderTheirNames() throws IOException {
    Path figures =
        Files.writeString(
            folder.resolve("figures"), "10 jobs from seed 3, wrong\t0\nfaults found\t16 of 16\n");

    FigureFile.addAll(figures, results);
    results.save();

    assertThat(recorded())
        .containsExactly("10 jobs from seed 3, wrong: 0", "faults found: 16 of 16");
  }

  @Test
  void lineWithoutAValueIsRefused() throws IOException {
    Path figures = Files.writeString(folder.resolve("figures"), "10 jobs\n");

    assertThatThrownBy(() -> FigureFile.addAll(figures, results))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected a figure, a tab and a value, found: 10 jobs");
  }

  /** A command that prints two lines. */
  private Path command(String header, String line) throws IOException {
    Path command =
        Files.writeString(
            folder.resolve("ductile"), "#!/bin/sh\necho %s\necho %s\n".formatted(header, line));
    return Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
  }

  private List<String> recorded() throws IOException {
    return Results.read(file()).rows().stream()
        .map(row -> "%s: %s".formatted(row.figure(), row.value()))
        .toList();
  }

  private Path file() {
    return folder.resolve("results.csv");
  }
}
