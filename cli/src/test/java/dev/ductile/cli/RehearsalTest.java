package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rehearsal of the command. If it failed, start-up caches would have fewer classes. */
@Tag("process")
final class RehearsalTest {
  @TempDir private Path folder;

  @Test
  void aSimulationAndAServerRunToTheirEnd() throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process rehearsal =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Rehearsal.class.getName(),
                Path.of("src/assembly/rehearsal.yaml").toAbsolutePath().toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(rehearsal.waitFor(100, TimeUnit.SECONDS)).isTrue();
    } finally {
      rehearsal.destroyForcibly();
    }

    assertThat(rehearsal.exitValue()).isZero();
    assertThat(output).content().doesNotContain("Exception in thread");
    assertThat(folder.toFile().list()).noneMatch(name -> name.startsWith("ductile-rehearsal"));
  }
}
