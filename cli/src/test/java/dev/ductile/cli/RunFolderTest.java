package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderTest {
  @TempDir private Path folder;

  @Test
  void aFolderOfRunsNamesTheNewestOfThem() throws IOException {
    for (String run : new String[] {"20260102-1", "20260103-1", "20260101-1"}) {
      Files.createFile(Files.createDirectory(folder.resolve(run)).resolve("journal"));
    }
    Files.createDirectory(folder.resolve("30000101"));

    assertThatThrownBy(() -> new RunFolder(folder).requireJournal())
        .isInstanceOf(InputException.class)
        .hasMessage(
            folder
                + " has no journal; name a run in it, such as the newest: "
                + folder.resolve("20260103-1"));
    var run = new RunFolder(folder.resolve("20260101-1"));
    assertThat(run.requireJournal()).isEqualTo(run);
  }

  @Test
  void theNewestUnfinishedRunOfAFileIsFound() throws IOException {
    Path mine = folder.resolve("mine.yaml");
    for (String name : new String[] {"1", "2", "3", "4"}) {
      Files.createDirectories(run(name).path());
      Path file = name.equals("3") ? folder.resolve("other.yaml") : mine;
      run(name).begin(new UnfinishedRun("mine", name.equals("1"), Optional.of(file)));
    }
    run("4").end();

    assertThat(RunFolder.newestUnfinished(folder, mine)).hasValue(run("2"));
    assertThat(run("2").unfinished())
        .hasValue(new UnfinishedRun("mine", false, Optional.of(mine.toAbsolutePath())));
    assertThat(run("4").unfinished()).isEmpty();
    assertThat(RunFolder.keptRunning(folder, "mine")).hasValue(run("1"));
    assertThatThrownBy(() -> RunFolder.keptRunning(folder, "other"))
        .hasMessageContaining("a run of the scenario mine that is not over");
  }

  @Test
  void aMarkOfAnEarlierBuildIsOfARunWhoseJobsKeepRunning() throws IOException {
    Files.createDirectories(run("1").path());
    Files.writeString(run("1").path().resolve("unfinished"), "mine\n");

    assertThat(run("1").unfinished()).hasValue(new UnfinishedRun("mine", true, Optional.empty()));
  }

  @Test
  void aRunThatCannotBeResumedSaysWhatToDo() throws IOException {
    Path mine = folder.resolve("mine.yaml");
    Files.createFile(Files.createDirectories(run("1").path()).resolve("journal"));
    assertThatThrownBy(() -> StoppedRun.find(run("1").path(), Optional.empty(), folder))
        .hasMessageContaining("is over; 'ductile replay");
    assertThatThrownBy(() -> StoppedRun.find(Path.of(""), Optional.empty(), folder))
        .hasMessage("name the folder of a run after --resume, or the SCENARIO before it");
    assertThatThrownBy(() -> StoppedRun.find(Path.of(""), Optional.of(mine), folder))
        .hasMessageEndingWith("has no run of %s that is not over".formatted(mine));
    run("1").begin(new UnfinishedRun("mine", false, Optional.of(mine)));
    Path scenario = Files.createFile(folder.resolve("scenario.yaml"));
    assertThatThrownBy(() -> StoppedRun.find(scenario, Optional.empty(), folder))
        .hasMessage(
            "%s is a file, not the folder of a run; put SCENARIO before --resume: ductile run %s --resume",
            scenario, scenario);
    assertThatThrownBy(() -> StoppedRun.find(run("1").path(), Optional.empty(), folder))
        .hasMessageContaining("mine.yaml of the run in")
        .hasMessageContaining("is not there; give it: ductile run SCENARIO --resume");

    Files.createFile(mine);
    StoppedRun found = StoppedRun.find(run("1").path(), Optional.empty(), folder);
    assertThat(found.file()).isEqualTo(mine.toAbsolutePath());
    found.requireLifetime(false);
    assertThatThrownBy(() -> found.requireLifetime(true))
        .hasMessageContaining("began without --keep-running")
        .hasMessageEndingWith("leave the option out");
  }

  private RunFolder run(String name) {
    return new RunFolder(folder.resolve(name));
  }

  @Test
  void aFolderThatIsNoRunIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    for (Path other : new Path[] {folder, file}) {
      assertThatThrownBy(() -> new RunFolder(other).requireJournal())
          .hasMessage(other + " has no journal; it is not the folder of a run of 'ductile run'");
    }
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> new RunFolder(missing).requireJournal())
        .hasMessage("there is no folder " + missing);
  }
}
