package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A model that trains in real processes, started and scaled as by a user. */
@Tag("process")
@Timeout(300)
final class TrainTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(4);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final String ENDLESS =
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

  @Test
  void aJobIsScaledStoppedAndContinued() throws Exception {
    String job = "e2e-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(job + ".yaml"), ENDLESS);
    Process train = new Ductile(folder).start("train", "train", file.toString(), "-o", "json");
    try {
      JsonNode more = JSON.readTree(scaled(job, "--workers", "2", "-o", "json").out());
      assertThat(more.path("schemaVersion").asInt()).isEqualTo(1);
      assertThat(more.path("from").asText()).isEqualTo("1+1");
      assertThat(more.path("to").asText()).isEqualTo("2+1");
      assertThat(more.path("pauseMillis").asDouble()).isPositive();
      assertThat(DUCTILE.run("scale", job, "--servers", "2").out()).contains("2+1", "2+2");

      Ductile.Answer none = DUCTILE.run("scale", job, "--servers", "0");
      assertThat(none.err())
          .isEqualTo("ductile: job %s needs at least one server\n".formatted(job));
      Ductile.Answer twice = DUCTILE.run("train", file.toString());
      assertThat(twice.err()).contains("is training already").hasLineCount(1);
      Ductile.Answer misspelt = DUCTILE.run("scale", job + "x", "--workers", "1");
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
        DUCTILE.run("train", file.toString(), "--set", "stop.steps=" + (step + 50), "-o", "json");
    assertThat(end.status()).isZero();
    assertThat(end.err()).contains("resumes from step");
    assertThat(JSON.readTree(end.out()).path("end").asText()).isEqualTo("done");
    assertThat(JSON.readTree(end.out()).path("step").asLong()).isEqualTo(step + 50);
  }

  /** Repeats the command until the job trains. */
  private static Ductile.Answer scaled(String... words) {
    String[] command = Stream.concat(Stream.of("scale"), Stream.of(words)).toArray(String[]::new);
    Ductile.Answer answer = DUCTILE.run(command);
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (answer.status() != 0 && System.nanoTime() < end) {
      assertThat(answer.err()).contains("is training here");
      LockSupport.parkNanos(PAUSE_NANOS);
      answer = DUCTILE.run(command);
    }
    return answer;
  }

  @Test
  void aStoppedJobThatCannotSaveIsUnsaved() throws Exception {
    String job = "unsaved-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(job + ".yaml"), ENDLESS);
    Process train = new Ductile(folder).start("train", "train", file.toString(), "-o", "json");
    try {
      scaled(job, "--workers", "2", "-o", "json");
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
}
