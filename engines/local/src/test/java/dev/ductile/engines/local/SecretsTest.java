package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.engines.supervision.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks find the secrets of their owner, which are in no file, message or command line. */
@Tag("process")
class SecretsTest {
  private static final String VALUE = "s3cr3t-value-77";
  private static final Secrets ANNS =
      (owner, name) ->
          owner.equals("ann") && name.equals("wandb") ? Optional.of(VALUE) : Optional.empty();

  @TempDir Path root;

  @ParameterizedTest
  @EnumSource
  void aSecretReachesItsTaskAndNoFileOrMessageHasIt(LocalEngine.Lifetime lifetime)
      throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root, EngineUnderTest.BRISK, lifetime, ANNS)) {
      JobSpec job =
          withSecret(
              "printf 'the key is %s' \"${KEY%77}\"; sleep 0.2; echo 77;"
                  + " echo ${#KEY} characters; ps -eo args > list; echo \"lost $KEY\"; exit 3",
              "ann");
      fixture.apply(job, on(FIRST, 1));
      Event.Failed failed = fixture.await(Event.Failed.class);

      assertThat(fixture.log(job, 1, "worker", 0))
          .contains("the key is ***", "15 characters", "lost ***")
          .doesNotContain(VALUE);
      assertThat(failed.why()).contains("lost ***", "exit code 3").doesNotContain(VALUE);
      assertThat(fixture.events.toString()).doesNotContain(VALUE);
      assertThat(fixture.notes.toString()).doesNotContain(VALUE);
    }
    assertThat(filesWith(VALUE)).isEmpty();
  }

  @Test
  void aJobOfAnotherOwnerIsRefusedTheSecret() throws IOException {
    try (var fixture =
        new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.COMMAND, ANNS)) {
      fixture.apply(withSecret("echo $KEY", "bob"), on(FIRST, 1));

      assertThat(fixture.await(Event.Failed.class).why())
          .contains("its owner bob has no secret named wandb");
    }
  }

  private static JobSpec withSecret(String script, String owner) {
    Program plain = EngineUnderTest.shell("job", script).program();
    var program =
        new Program(
            plain.command(),
            plain.environment(),
            plain.directory(),
            plain.progress(),
            plain.grace(),
            plain.stall(),
            3,
            List.of(3),
            Map.of("KEY", "wandb"));
    return EngineUnderTest.job("job", program).withOwner(owner);
  }

  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).filter(file -> has(file, text)).toList();
    }
  }

  private static boolean has(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException gone) {
      return false;
    }
  }
}
