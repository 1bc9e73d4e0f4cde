package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The assumptions that an imported trace states. */
@ResourceLock(Resources.SYSTEM_ERR)
final class ImportCommandTest {
  private static final String TABLE =
      """
      timestamp,duration,num_gpus,gpu_time,cluster
      2017-10-09 07:00:00,60.0,2,120.0,a
      """;

  @TempDir private Path folder;

  @Test
  void aTraceStatesTheRuleThatMadeItsJobsElasticAndNoOther() throws IOException {
    Path table = Files.writeString(folder.resolve("jobs.csv"), TABLE);
    Path first = folder.resolve("first.jsonl");
    Path second = folder.resolve("second.jsonl");

    String saidFirst = imported(table, first, "1-4x");
    String saidSecond = imported(first, second, "1-8x");

    assertThat(saidFirst).contains("1 job may change its size").doesNotContain("the trace states");
    assertThat(heading(first)).containsOnlyOnce("sizes and speeds are assumed");
    assertThat(saidSecond)
        .contains(
            "the trace states: sizes and speeds are assumed", "elastic does not apply to 1 job")
        .doesNotContain("may change its size", "8 times");
    assertThat(heading(second))
        .containsOnlyOnce("sizes and speeds are assumed")
        .contains("to 4 times");
  }

  @Test
  void aTraceOfRigidJobsStatesNoRule() throws IOException {
    Path table = Files.writeString(folder.resolve("jobs.csv"), TABLE);
    Path rigid = folder.resolve("rigid.jsonl");

    assertThat(imported(table, rigid, "1x-1x")).contains("elastic does not apply to 1 job");
    assertThat(heading(rigid)).doesNotContain("assumed");
  }

  private static String heading(Path trace) throws IOException {
    return Files.readAllLines(trace).getFirst();
  }

  private static String imported(Path from, Path to, String elastic) {
    PrintStream before = System.err;
    var lines = new ByteArrayOutputStream();
    List<String> words =
        List.of("import", from.toString(), "--elastic", elastic, "--to", to.toString());
    try (var stream = new PrintStream(lines, true, StandardCharsets.UTF_8)) {
      System.setErr(stream);
      assertThat(Main.commandLine().execute(words.toArray(String[]::new))).as("%s", words).isZero();
    } finally {
      System.setErr(before);
    }
    return lines.toString(StandardCharsets.UTF_8);
  }
}
