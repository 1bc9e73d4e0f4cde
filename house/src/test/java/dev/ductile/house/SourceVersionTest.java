package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commit and the date that a build of a source folder gets. */
final class SourceVersionTest {
  private static final String TIME = "1700000000";

  @TempDir private Path folder;

  @BeforeEach
  void copyTheScript() throws IOException {
    Path scripts = Files.createDirectory(folder.resolve(".mvn"));
    for (String file : List.of("version.sh", "commit.txt")) {
      Files.copy(Ductile.root().resolve(".mvn").resolve(file), scripts.resolve(file));
    }
  }

  @Test
  void aCommitHasItsOwnDateAndAChangeIsNamed() throws Exception {
    commit();
    assertThat(options("")).matches("-Dbuild.commit=[0-9a-f]{12}\n-Dbuild.date=2023-11-14\n");

    Files.writeString(folder.resolve(".mvn/commit.txt"), "changed");
    assertThat(options("")).contains("-changed\n");
  }

  @Test
  void aFolderOfGitArchiveKnowsItsCommit() throws Exception {
    Files.writeString(folder.resolve(".mvn/commit.txt"), "0123456789abcdef0123 " + TIME + "\n");

    assertThat(options("")).isEqualTo("-Dbuild.commit=0123456789ab\n-Dbuild.date=2023-11-14\n");
  }

  @Test
  void aFolderWithoutGitHasTheGivenDateOnly() throws Exception {
    assertThat(options("")).isEmpty();
    assertThat(options("SOURCE_DATE_EPOCH=1000000000 ")).isEqualTo("-Dbuild.date=2001-09-09\n");
  }

  @Test
  void theRepositoryAroundAFolderIsNotItsOwn() throws Exception {
    commit();
    Path inner = Files.createDirectories(folder.resolve("unpacked/.mvn"));
    Files.copy(folder.resolve(".mvn/version.sh"), inner.resolve("version.sh"));
    Files.copy(folder.resolve(".mvn/commit.txt"), inner.resolve("commit.txt"));

    assertThat(shell("cd unpacked && . .mvn/version.sh && version_options \"$(pwd -P)\""))
        .isEmpty();
  }

  private void commit() throws Exception {
    shell(
        "git init -q . && git add . && GIT_COMMITTER_DATE='%s +0000' git -c user.name=a -c user.email=a@b commit -q -m a"
            .formatted(TIME));
  }

  private String options(String environment) throws Exception {
    return shell(environment + "sh -c '. .mvn/version.sh; version_options \"$(pwd -P)\"'");
  }

  private String shell(String line) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().remove("SOURCE_DATE_EPOCH");
    Process process = builder.start();
    String output = String.join("\n", process.inputReader().readAllLines());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output.isEmpty() ? output : output + "\n";
  }
}
