package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(120)
final class RehearsalTest {
  private static final Path JOB = Path.of("../cli/src/assembly/rehearsal-job.yaml");

  @TempDir Path folder;

  /** A class that a rehearsal does not load is loaded from the jar in the middle of a step. */
  @Test
  void aRehearsalLoadsTheClassesOfServersOfNewtonAndOfAllReduce() throws Exception {
    Path loaded = folder.resolve("loaded.log");
    Process process =
        new ProcessBuilder(command(loaded))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output()).isZero();
    assertThat(Files.readString(loaded))
        .contains("runtime.server.Lockstep ", "runtime.training.Adagrad ")
        .contains("runtime.training.Turn ", "runtime.allreduce.Collective ");
  }

  /** The command of a rehearsal without its cache, which would need classes in a jar. */
  private List<String> command(Path loaded) {
    var command = new ArrayList<>(Trainer.rehearsal(folder.resolve("cache"), JOB));
    command.removeIf(word -> word.startsWith("-XX:AOT"));
    command.add(command.indexOf("-cp"), "-Xlog:class+load:file=" + loaded);
    return command;
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("said.txt"));
  }
}
