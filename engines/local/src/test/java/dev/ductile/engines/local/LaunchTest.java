package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that cannot be started fails at once, with one line that says why. */
class LaunchTest {
  @TempDir Path root;

  @Test
  void aMissingCommandIsNamed() throws IOException {
    assertFails(List.of("no-such-trainer"), "no-such-trainer: command not found on PATH");
    assertFails(List.of("./no-such-trainer"), "./no-such-trainer does not exist");
  }

  @Test
  void aCommandThatIsNoProgramIsNamed() throws IOException {
    Path file = Files.writeString(root.resolve("data"), "words");

    assertFails(List.of(file.toString()), file + " is not executable");
    assertFails(List.of(root.toString()), root + " is not executable");
    assertFails(List.of("a\0b"), "its command has a NUL character");
    assertFails(
        List.of("/bin/sh", "-c", "no-such-trainer"),
        "worker 0 exited with 127: /bin/sh: 1: no-such-trainer: not found");
  }

  @Test
  void anEmptyCommandIsRefused() throws IOException {
    assertFails(List.of(), "it has no command, so it can only be simulated");
  }

  @Test
  void aMissingDirectoryIsNamed() throws IOException {
    assertFails(
        with(Map.of(), "/no/such/place", ""),
        "its working directory /no/such/place does not exist");
  }

  @Test
  void impossibleSettingsOfAProcessAreRefused() throws IOException {
    assertFails(
        with(Map.of("A=B", "x"), "", ""), "its environment has the impossible variable \"A=B\"");
    assertFails(
        with(Map.of("A", "\0"), "", ""), "its environment has the impossible variable \"A\"");
    assertFails(
        with(Map.of(), "", "("), "progress \"(\" is not a regular expression: missing closing )");
  }

  @Test
  void impossiblePlacesAreRefused() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      fixture.apply(EngineUnderTest.shell("a", "exit 0"), on(new NodeId("elsewhere"), 1));
      assertThat(fixture.await(Event.Failed.class).why()).isEqualTo("there is no node elsewhere");
      fixture.apply(EngineUnderTest.shell("b", "exit 0"), on(FIRST, 5));
      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo("5 on node-0 at 1 gpu each is more than the nodes have");
      fixture.apply(EngineUnderTest.shell("c", "exit 0"), on(FIRST, 1000));
      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo("1000 processes are too many; the limit is 512");
    }
  }

  @Test
  void aFolderThatCannotBeCreatedIsNamed() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      Files.writeString(root.resolve("job"), "in the way");
      fixture.apply(EngineUnderTest.shell("job", "exit 0"), on(FIRST, 1));

      assertThat(fixture.await(Event.Failed.class).why())
          .startsWith("it cannot be started: " + root);
      fixture.apply(EngineUnderTest.shell("other", "exit 0"), on(FIRST, 4));
      fixture.await(Event.Finished.class);
    }
  }

  @Test
  void aPortInUseIsNoCrashOfTheJob() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.shell(
              "job",
              "[ $DUCTILE_GENERATION = 3 ] || { echo 'OSError: Address already in use'; exit 1; }");
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Finished.class);

      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
      assertThat(fixture.reported(Event.Running.class)).hasSize(1);
    }
  }

  private void assertFails(List<String> command, String why) throws IOException {
    assertFails(EngineUnderTest.program(command), why);
  }

  private void assertFails(Program program, String why) throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.job("job", program);
      fixture.apply(job, on(FIRST, 1));

      assertThat(fixture.await(Event.Failed.class).why()).isEqualTo(why);
      fixture.apply(job, Allocation.NONE);
    }
  }

  private static Program with(Map<String, String> environment, String directory, String progress) {
    Program plain = EngineUnderTest.program(List.of("true"));
    return new Program(
        plain.command(),
        environment,
        directory,
        progress,
        plain.grace(),
        plain.stall(),
        plain.restarts());
  }
}
