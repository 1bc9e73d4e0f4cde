package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.engines.supervision.Folders;
import dev.ductile.engines.supervision.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node agent that is stopped by a signal and continued later. */
@Tag("process")
class SilentAgentTest {
  private static final Settings HASTY =
      EngineUnderTest.BRISK.with(
          new Settings.Answers(Duration.ofMinutes(1), Duration.ofSeconds(3)));

  @TempDir Path root;

  @Test
  void aJobOfAStoppedAgentIsUnknownAndThenFoundAgain() throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root, HASTY, LocalEngine.Lifetime.AGENT)) {
      JobSpec job =
          EngineUnderTest.shell(
              "job",
              "i=0; while [ ! -e end ]; do i=$((i + 1)); echo \"{\\\"step\\\": $i}\"; sleep 0.1; done");
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      ProcessHandle agent = ProcessGroups.agents(root).getFirst();
      ProcessGroups.signal("STOP", agent.pid());
      try {
        assertThat(fixture.await(Event.Unknown.class).why())
            .isEqualTo("the platform has not answered for 3 s");
      } finally {
        ProcessGroups.signal("CONT", agent.pid());
      }

      assertThat(fixture.await(Event.Running.class).where()).isEqualTo(on(FIRST, 1));
      Files.createFile(new Folders(root).job(job.id()).resolve("end"));
      fixture.await(Event.Finished.class);
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
    }
  }
}
