package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A run with a job that is larger than its cluster. */
@Tag("process")
@Timeout(120)
final class ImpossibleRunTest {
  private static final String NAMED =
      "job large can never run: it needs 5 gpu, and the nodes that it may use have 4 gpu in all";

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  @ResourceLock(Resources.SYSTEM_OUT)
  void theJobIsNamedBeforeTheOthersStartAndAtTheEnd(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("run.yaml"),
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
            policies: [fifo]
            workload:
              jobs:
                - {id: small, worker: {gpu: 1}, work: 10, program: &program {command: [sh, -c, "echo '{\\"step\\": 10}'"]}}
                - {id: large, worker: {gpu: 1}, bounds: {workers: {min: 5}}, work: 10, program: *program}
            """);
    PrintStream out = System.out;
    PrintStream err = System.err;
    var said = new ByteArrayOutputStream();
    int status;
    try (var all = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setOut(all);
      System.setErr(all);
      status = Main.execute("run", file.toString(), "--logs", folder.resolve("logs").toString());
    } finally {
      System.setOut(out);
      System.setErr(err);
    }

    String text = said.toString(StandardCharsets.UTF_8);
    assertThat(status).as(text).isEqualTo(ExitStatus.JOB_FAILED);
    assertThat(text).contains("small is done").endsWith("ductile: " + NAMED + "\n");
    assertThat(text.indexOf("note: " + NAMED))
        .isNotNegative()
        .isLessThan(text.indexOf("small is done"));
  }
}
