package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that trains in real processes, started and scaled as by a user. */
@Tag("process")
@Timeout(300)
final class TrainTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern COMMANDS =
      Pattern.compile("^```sh\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final int MOST_TRIES = 400;
  private static final int DISK_BYTES = 1 << 20;

  private static final String ENDLESS =
      """
      model: logistic
      data: {generate: a9a, examples: 2000, splits: 8}
      batch: 100
      stop: {steps: 100000000}
      workers: 1
      servers: 1
      """;

  @TempDir private Path folder;

  @Test
  void aJobIsScaledStoppedAndContinued() throws Exception {
    String job = "e2e-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(job + ".yaml"), ENDLESS);
    var ductile = new Ductile(folder);
    Process train = ductile.start("train", "train", file.toString(), "-o", "json");
    try {
      JsonNode more = JSON.readTree(scaled(ductile, job, "--workers", "2").out());
      assertThat(more.path("from").asText()).isEqualTo("1+1");
      assertThat(more.path("to").asText()).isEqualTo("2+1");
      assertThat(more.path("pauseMillis").asDouble()).isPositive();
      assertThat(ductile.run("scale", job, "--servers", "2").out()).contains("2+1", "2+2");

      Ductile.Answer none = ductile.run("scale", job, "--servers", "0");
      assertThat(none.err())
          .isEqualTo("ductile: job %s needs at least one server\n".formatted(job));
      Ductile.Answer twice = ductile.run("train", file.toString());
      assertThat(twice.err()).contains("is training already").hasLineCount(1);
      Ductile.Answer misspelt = ductile.run("scale", job + "x", "--workers", "1");
      assertThat(misspelt.err()).contains("did you mean \"" + job + "\"").hasLineCount(1);
    } finally {
      train.destroy();
    }

    assertThat(train.waitFor(60, TimeUnit.SECONDS)).isTrue();
    JsonNode stopped = JSON.readTree(folder.resolve("train.out").toFile());
    assertThat(stopped.path("end").asText()).isEqualTo("stopped");
    assertThat(stopped.path("rescale").path("hot")).hasSize(2);
    assertThat(folder.resolve(stopped.path("model").asText())).exists();
    long step = stopped.path("step").asLong();
    assertThat(step).isPositive();

    Ductile.Answer end =
        ductile.run("train", file.toString(), "--set", "stop.steps=" + (step + 50), "-o", "json");
    assertThat(end.status()).isZero();
    assertThat(end.err()).contains("goes on from step");
    assertThat(JSON.readTree(end.out()).path("end").asText()).isEqualTo("done");
    assertThat(JSON.readTree(end.out()).path("step").asLong()).isEqualTo(step + 50);
  }

  /** Repeats the command until the job trains. */
  private static Ductile.Answer scaled(Ductile ductile, String... words) throws IOException {
    var arguments = new java.util.ArrayList<String>(List.of("scale"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("-o", "json"));
    Ductile.Answer answer = ductile.run(arguments.toArray(String[]::new));
    for (int i = 0; answer.status() != 0 && i < MOST_TRIES; i++) {
      assertThat(answer.err()).contains("is training here");
      answer = ductile.run(arguments.toArray(String[]::new));
    }
    return answer;
  }

  @Test
  void aStoppedJobThatCannotSaveIsUnsaved() throws Exception {
    String job = "unsaved-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(job + ".yaml"), ENDLESS);
    var ductile = new Ductile(folder);
    Process train = ductile.start("train", "train", file.toString(), "-o", "json");
    try {
      scaled(ductile, job, "--workers", "2");
      Path checkpoints = folder.resolve("ductile-train").resolve(job).resolve("checkpoints");
      Files.move(checkpoints, checkpoints.resolveSibling("moved"));
      Files.createFile(checkpoints); // a file instead of the folder of checkpoints
    } finally {
      train.destroy();
    }

    assertThat(train.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(JSON.readTree(folder.resolve("train.out").toFile()).path("end").asText())
        .isEqualTo("unsaved");
    assertThat(Files.readString(folder.resolve("train.err")))
        .contains("did not save: its last checkpoint could not be written")
        .contains("job %s was stopped, but step ".formatted(job))
        .endsWith("could not be saved; no step is saved\n");
  }

  /** A job with a flipped bit continues from the checkpoint before, with a warning. */
  @Test
  void a_damaged_checkpoint_is_reported_and_kept() throws Exception {
    String job = "damaged-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(job + ".yaml"), ENDLESS);
    var ductile = new Ductile(folder);
    for (int steps : new int[] {60, 80}) {
      Ductile.Answer answer = ductile.run("train", file.toString(), "--set", "stop.steps=" + steps);
      assertThat(answer.status()).as(answer.err()).isZero();
    }
    Path checkpoints = folder.resolve("ductile-train").resolve(job).resolve("checkpoints");
    flipABit(checkpoints.resolve("step-000000000080"));
    Ductile.Answer answer =
        ductile.run("train", file.toString(), "--set", "stop.steps=100", "-o", "json");

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
    Ductile.Answer answer =
        new Ductile(folder).run("train", file.toString(), "--mechanism", rescaleMode);

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
  void a_full_disk_at_the_start_ends_the_job_at_once() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(isMounted(disk), "a small file system needs the right to mount one");
    try {
      String job = "full-" + ProcessHandle.current().pid();
      Path file = Files.writeString(folder.resolve(job + ".yaml"), ENDLESS);
      Files.write(disk.resolve("filler"), new byte[DISK_BYTES - 64 * 1024]);
      Ductile.Answer answer =
          new Ductile(folder).run("train", file.toString(), "--folder", disk.toString());

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

  /** The first test covers the commands for a running job. */
  @Test
  void every_command_of_the_guide_trains() throws IOException {
    String guide = Files.readString(Ductile.root().resolve("docs/how-to/train.md"));
    var ductile = new Ductile(folder);
    List<String> commands =
        COMMANDS
            .matcher(guide)
            .results()
            .flatMap(block -> block.group(1).lines())
            .filter(line -> !line.startsWith("ductile scale"))
            .toList();
    for (String command : commands) {
      String quick =
          command.replace("examples/", Ductile.root().resolve("examples") + "/")
              + " --name guide-%d --set stop.steps=30".formatted(ProcessHandle.current().pid());
      Ductile.Answer answer = ductile.shell(quick);

      assertThat(answer.status()).as(command + "\n" + answer.err()).isZero();
      assertThat(answer.out()).as(command).contains("done");
    }
    assertThat(commands).hasSizeGreaterThan(3);
  }
}
