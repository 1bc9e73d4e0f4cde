package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The reference of exit codes has the statuses of the command. */
final class ExitMeaningTest {
  @Test
  void thePageHasEveryStatusAndNoOther() throws IOException {
    List<String> rows =
        Files.readString(Path.of("../docs/reference/exit-codes.md"))
            .lines()
            .filter(line -> line.matches("\\| \\d+ .*"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Stream.of(ExitMeaning.values())
                .map(one -> "| %d | %s |".formatted(one.status(), one.sentence()))
                .toList());
  }

  @Test
  void onlyCommandsThatStartJobsHaveTheStatusOfAFailedJob() {
    assertThat(ExitMeaning.of("train")).containsKey("3");
    assertThat(ExitMeaning.of("policies"))
        .doesNotContainKey("3")
        .containsKeys("0", "1", "2", "130");
  }

  @Test
  void aMistakeInTheCommandLineIsTwoAndInAFileOne() {
    assertThat(status("policies", "--no-such-option")).isEqualTo(ExitMeaning.MISUSED.status());
    assertThat(status("nothing")).isEqualTo(ExitMeaning.MISUSED.status());
    assertThat(status("simulate", "nowhere.yaml")).isEqualTo(ExitMeaning.FAILED.status());
    assertThat(status("version")).isEqualTo(ExitMeaning.WORKED.status());
  }

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aSimulationOfAJobThatNeverStartsIsThreeAfterItsReport(@TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("large.yaml"),
            OneJobScenario.TEXT.replace("request: {workers: 1}", "bounds: {workers: {min: 5}}"));
    Path report = folder.resolve("report");

    int status = status("simulate", file.toString(), "--report", report.toString());

    assertThat(status).isEqualTo(ExitMeaning.JOB_FAILED.status());
    assertThat(report.resolve("report.html")).exists();
    assertThat(status("simulate", OneJobScenario.write(folder).toString())).isZero();
  }

  private static int status(String... arguments) {
    return Main.commandLine()
        .setErr(new PrintWriter(new StringWriter(), true))
        .setOut(new PrintWriter(new StringWriter(), true))
        .execute(arguments);
  }
}
