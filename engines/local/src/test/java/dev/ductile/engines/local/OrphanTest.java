package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No process outlives its job, the stop of the job, or the engine. */
@Tag("process")
@Isolated("kills the only guard among the children of this process")
class OrphanTest {
  /** A task with a child and a grandchild that has lost its parent, all of them asleep. */
  private static final String FAMILY =
      "sleep 600 & (sleep 600 & ) ; echo '{\"step\": 1}'; echo $$; wait";

  @TempDir Path root;

  @Test
  void everyTaskLeadsItsOwnProcessGroupAndSession() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.shell("job", FAMILY);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Running.class);
      long first = leader(fixture, job, 0);
      long second = leader(fixture, job, 1);

      assertThat(ProcessGroups.group(first)).isEqualTo(first);
      assertThat(ProcessGroups.session(first)).isEqualTo(first);
      assertThat(ProcessGroups.group(second)).isEqualTo(second);
      assertThat(ProcessGroups.members(first)).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(RescaleMode.class)
  void aCancelLeavesNoProcess(RescaleMode rescaleMode) throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.shell("job", FAMILY).withRescaleMode(rescaleMode);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Running.class);
      long group = leader(fixture, job, 1);
      fixture.engine.cancel(job.id(), "enough");
      fixture.await(Event.Cancelled.class);

      assertThat(ProcessGroups.members(group)).isEmpty();
      assertThat(ProcessGroups.of(root)).isEmpty();
    }
  }

  @Test
  void aFinishedJobLeavesNoProcess() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      fixture.apply(
          EngineUnderTest.shell("job", "sleep 600 & trap '' TERM; (sleep 600 &) ; exit 0"),
          on(FIRST, 1));
      fixture.await(Event.Finished.class);

      assertThat(ProcessGroups.of(root)).isEmpty();
    }
  }

  @Test
  void aProgramBehindAShellHasItsGrace() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      String program =
          "trap 'sleep 0.3; echo \"{\\\"step\\\": 9, \\\"checkpoint\\\": 9}\"; exit 0' TERM;"
              + "echo '{\"step\": 1}'; while :; do sleep 0.05; done";
      JobSpec job =
          EngineUnderTest.job(
              "job",
              EngineUnderTest.program(
                  List.of("/bin/sh", "-c", "/bin/sh -c \"$0\"; exit 5", program)));
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      fixture.apply(job, Allocation.NONE);

      assertThat(fixture.await(Event.Released.class).steps()).isEqualTo(9);
    }
  }

  @Test
  void aReplacedGuardKnowsAllProcesses() throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.shell("job", FAMILY);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      var guard =
          ProcessHandle.current()
              .children()
              .filter(child -> child.info().commandLine().orElse("").contains("ductile-pipes-"))
              .findFirst()
              .orElseThrow();
      ProcessGroups.signal("KILL", guard.pid());
      EngineUnderTest.until("the guard is replaced", now -> !fixture.notes.isEmpty());
      fixture.engine.cancel(job.id(), "enough");
      fixture.await(Event.Cancelled.class);

      assertThat(ProcessGroups.of(root)).isEmpty();
    }
  }

  /** The engine's own process is ended by SIGKILL, so nothing in it can tidy up. */
  @ParameterizedTest
  @EnumSource(RescaleMode.class)
  void aKilledEngineLeavesNoProcess(RescaleMode rescaleMode)
      throws IOException, InterruptedException {
    var engine =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                root.toString(),
                FAMILY,
                rescaleMode.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      int families = rescaleMode == RescaleMode.HOT ? 3 : 2;
      EngineUnderTest.until(
          "all families are complete", now -> ProcessGroups.of(root).size() == families * 3);
      engine.destroyForcibly().waitFor();

      EngineUnderTest.until(
          "these processes have ended: " + ProcessGroups.of(root),
          now -> ProcessGroups.of(root).isEmpty());
    } finally {
      engine.destroyForcibly();
    }
  }

  /** A program that runs an engine with one job until it is killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws IOException {
      var fixture = new EngineUnderTest(Path.of(arguments[0]));
      var rescaleMode = RescaleMode.valueOf(arguments[2]);
      fixture.apply(
          EngineUnderTest.shell("job", arguments[1]).withRescaleMode(rescaleMode), on(FIRST, 2));
      fixture.await(Event.Finished.class);
    }
  }

  private static long leader(EngineUnderTest fixture, JobSpec job, int index) throws IOException {
    EngineUnderTest.until("the family is complete", now -> lines(fixture, job, index).size() >= 2);
    return Long.parseLong(lines(fixture, job, index).get(1));
  }

  private static List<String> lines(EngineUnderTest fixture, JobSpec job, int index) {
    try {
      return fixture.log(job, 1, "worker", index);
    } catch (IOException e) {
      return List.of();
    }
  }
}
