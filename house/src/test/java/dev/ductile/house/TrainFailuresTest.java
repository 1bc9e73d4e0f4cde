package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged checkpoints, bad data and full disks, with the processes of a real training job. */
@Tag("process")
@Timeout(300)
final class TrainFailuresTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int DISK_BYTES = 1 << 20;

  private static final String JOB =
      """
      model: logistic
      data: {generate: a9a, examples: 2000, splits: 8}
      batch: 100
      stop: {steps: 100000000}
      workers: 1
      servers: 1
      """;

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  /** A job with a flipped bit continues from the checkpoint before, with a warning. */
  @Test
  void aDamagedCheckpointIsReportedAndKept() throws Exception {
    String job = "damaged-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(job + ".yaml"), JOB);
    for (int steps : new int[] {60, 80}) {
      Ductile.Answer answer = DUCTILE.run("train", file.toString(), "--set", "stop.steps=" + steps);
      assertThat(answer.status()).as(answer.err()).isZero();
    }
    Path checkpoints = folder.resolve("ductile-train").resolve(job).resolve("checkpoints");
    flipABit(checkpoints.resolve("step-000000000080"));
    Ductile.Answer answer =
        DUCTILE.run("train", file.toString(), "--set", "stop.steps=100", "-o", "json");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.err()).contains("the job goes back to step 60");
    assertThat(JSON.readTree(answer.out()).path("warnings").path(0).asText())
        .contains("checksum", "goes back to step 60", "kept as damaged-step-000000000080");
    assertThat(checkpoints.resolve("damaged-step-000000000080")).isDirectory();
  }

  private static void flipABit(Path checkpoint) throws IOException {
    try (var parts = Files.newDirectoryStream(checkpoint, "*.safetensors")) {
      Path part = parts.iterator().next();
      byte[] bytes = Files.readAllBytes(part);
      bytes[bytes.length - 5] ^= 4;
      Files.write(part, bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hot", "checkpoint"})
  void aBadLineOfTheDataEndsTheJobAtOnceAndIsTheLastMessage(String rescaleMode) throws IOException {
    String name = "bad-%s-%d".formatted(rescaleMode, ProcessHandle.current().pid());
    Path data = folder.resolve(name + ".csv");
    Files.writeString(data, "1,0.5\n".repeat(100_000) + "1,x\n");
    Path file =
        Files.writeString(
            folder.resolve(name + ".yaml"), "model: linear\ndata: %s\n".formatted(data));
    Ductile.Answer answer = DUCTILE.run("train", file.toString(), "--mechanism", rescaleMode);

    assertThat(answer.status()).isEqualTo(3);
    assertThat(answer.out()).contains("failed");
    assertThat(answer.err().lines().reduce((_, last) -> last))
        .hasValue(
            "ductile: job %s failed: %s, line 100001: 'x' is no finite number"
                .formatted(name, data));
    assertThat(answer.err()).doesNotContain("crashed", "started again");
    assertThat(folder.resolve("ductile-train").resolve(name).resolve("g2")).doesNotExist();
  }

  @Test
  void aFullDiskAtTheStartEndsTheJobAtOnce() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(isMounted(disk), "a small file system needs the right to mount one");
    try {
      String job = "full-" + ProcessHandle.current().pid();
      Path file = Files.writeString(folder.resolve(job + ".yaml"), JOB);
      Files.write(disk.resolve("filler"), new byte[DISK_BYTES - 64 * 1024]);
      Ductile.Answer answer = DUCTILE.run("train", file.toString(), "--folder", disk.toString());

      assertThat(answer.status()).isEqualTo(3);
      assertThat(answer.err().lines().reduce((_, last) -> last).orElseThrow())
          .startsWith("ductile: job %s failed: ".formatted(job))
          .contains("No space left on device");
      assertThat(answer.err()).doesNotContain("crashed", "started again");
    } finally {
      new ProcessBuilder("umount", disk.toString()).start().waitFor();
    }
  }

  private static boolean isMounted(Path folder) throws IOException, InterruptedException {
    var mount =
        new ProcessBuilder(
            "mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "tmpfs", folder.toString());
    return mount.redirectErrorStream(true).start().waitFor() == 0;
  }
}
