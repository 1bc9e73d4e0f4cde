package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.cli.CommandProcess.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own, whose file changes while it runs. */
@Tag("process")
@Timeout(120)
final class ReloadCommandTest {
  private static final int MOST_POLLS = 200;
  private static final String CLUSTER = "cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}\n";

  @TempDir private Path folder;

  @Test
  void theCommandAndTheSignalReadTheFileAgain() throws Exception {
    var ductile = new CommandProcess(folder, Map.of());
    Path file = Files.writeString(folder.resolve("server.yaml"), CLUSTER + "policy: fifo\n");
    try (LiveServer server = LiveServer.start(ductile, "ductile-data", "server.yaml")) {
      Files.writeString(file, CLUSTER + "policy: srtf\nseed: 5\n");
      Answer reloaded = ductile.run("reload");
      assertThat(reloaded.status()).as(reloaded.err()).isZero();
      assertThat(reloaded.out())
          .containsPattern("policy +changed +fifo → srtf")
          .containsPattern("seed +needs a restart +1 → 5")
          .containsPattern("queues +unchanged");
      assertThat(ductile.run("policy").out()).startsWith("srtf");

      Files.writeString(file, CLUSTER + "polciy: drf\n");
      Answer wrong = ductile.run("reload");
      assertThat(wrong.status()).isEqualTo(ExitStatus.ERROR);
      assertThat(wrong.err()).contains("nothing has changed", "server.yaml:2", "polciy");

      Files.writeString(file, CLUSTER + "policy: drf\n");
      hangUp(server);
      assertThat(awaitedLog("changed: policy (srtf → drf)")).isTrue();
      assertThat(ductile.run("policy").out()).startsWith("drf");
      assertThat(server.process().isAlive()).isTrue();
    }
    Answer two = ductile.run("server", "server.yaml", "--config", "server.yaml");
    assertThat(two.err()).contains("are two server files; name one");
  }

  private static void hangUp(LiveServer server) throws Exception {
    var kill = new ProcessBuilder("kill", "-HUP", Long.toString(server.process().pid())).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  private boolean awaitedLog(String line) throws Exception {
    Path log = folder.resolve("ductile-data.err");
    for (int poll = 0; poll < MOST_POLLS && !Files.readString(log).contains(line); poll++) {
      LockSupport.parkNanos(50_000_000);
    }
    return Files.readString(log).contains(line);
  }
}
