package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.cli.CommandProcess.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a server that runs, and servers on what was restored. */
@Tag("process")
@Timeout(240)
final class BackupCommandTest {
  private static final String TWO_NODES =
      "kind: server\ncluster: {nodes: [{count: 2, resources: {gpu: 1}}]}\n";

  @TempDir private Path folder;
  private CommandProcess ductile;

  @BeforeEach
  void makeCommands() {
    ductile = new CommandProcess(folder, Map.of());
  }

  @Test
  void aRestoredServerHasAllJobsAndSecrets() throws Exception {
    Files.writeString(folder.resolve("key"), "tell-nobody");
    try (LiveServer _ = server()) {
      succeeds("secrets", "set", "wandb", "--file", "key");
      succeeds("submit", "--name", "done", "--wait", "--", "true");
      succeeds("submit", "--name", "running", "--", "sleep", "200");
      succeeds(
          "submit", "--name", "waiting", "--cpu", "100000", "--wait-for-resources", "--", "true");
      succeeds("backup", "ductile-data", "saved.zip");
      succeeds("submit", "--name", "later", "--", "true");
      succeeds("cancel", "running");
    }
    assertThat(ductile.run("backup", "ductile-data", "saved.zip").err())
        .contains("saved.zip exists; name a new file");
    assertThat(modes(folder.resolve("saved.zip"))).containsOnly("rw-------");

    succeeds("restore", "saved.zip", "restored");

    assertThat(modes(folder.resolve("restored"))).containsOnly("rw-------", "rwx------");
    assertThat(ductile.run("restore", "saved.zip", "restored").err())
        .contains("is not empty, and nothing in it is replaced");
    Files.move(folder.resolve("ductile-data"), folder.resolve("old"));
    Files.move(folder.resolve("restored"), folder.resolve("ductile-data"));
    try (LiveServer _ = server()) {
      assertThat(ductile.run("jobs", "--all", "-o", "name").out().lines())
          .containsExactlyInAnyOrder("done", "running", "waiting");
      assertThat(ductile.run("job", "done").out()).startsWith("done  succeeded");
      assertThat(ductile.run("secrets", "-o", "name").out()).isEqualTo("wandb\n");
      succeeds("cancel", "running", "waiting");
    }
  }

  @Test
  void theServerFileOfTheLastStartIsNeededAgain() throws Exception {
    Path file = Files.writeString(folder.resolve("server.yaml"), TWO_NODES);
    try (LiveServer _ = LiveServer.start(ductile, "ductile-data", "server.yaml")) {
      succeeds("backup", "ductile-data", "saved.zip");
    }
    Answer restored = ductile.run("restore", "saved.zip", "restored");
    assertThat(restored.err()).contains("Next: ductile server " + file + " --data restored");

    for (String data : List.of("ductile-data", "restored")) {
      assertThat(fails("server", "--port", "0", "--data", data))
          .contains("had the server file " + file, "name it again: ductile server " + file);
    }
    Files.writeString(folder.resolve("machine.yaml"), "kind: server\n");
    try (LiveServer _ = LiveServer.start(ductile, "restored", "machine.yaml")) {
      assertThat(folder.resolve("restored/server-file-name"))
          .content()
          .isEqualTo(folder.resolve("machine.yaml") + "\n");
    }
  }

  @Test
  void foreignFilesAndFoldersAreRefused() throws Exception {
    Files.createDirectories(folder.resolve("empty"));
    assertThat(fails("backup", "empty", "saved.zip"))
        .contains("is not the data folder of a server: there is no ductile.db in it");
    Files.createDirectories(folder.resolve("postgres"));
    Files.writeString(folder.resolve("postgres/server-settings.json"), "{}");
    assertThat(fails("backup", "postgres", "saved.zip"))
        .contains("its server uses PostgreSQL: back the database up with pg_dump");
    Files.writeString(folder.resolve("text"), "a text");
    assertThat(fails("restore", "text", "new")).contains("text is no backup of 'ductile backup'");
    zip("foreign.zip", List.of("hello"));
    assertThat(fails("restore", "foreign.zip", "new")).contains("it has no backup.json");
    zip("leaving.zip", List.of("backup.json", "ductile.db", "../token"));
    assertThat(fails("restore", "leaving.zip", "new"))
        .contains("has the entry \"../token\", which no backup has");
    zip("damaged.zip", List.of("backup.json", "ductile.db"));
    assertThat(fails("restore", "damaged.zip", "new")).contains("is no database");
    assertThat(folder.resolve("new")).doesNotExist();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith(".ductile-"));
    }
  }

  private LiveServer server() throws IOException, InterruptedException {
    return LiveServer.start(ductile, "ductile-data");
  }

  private void zip(String name, List<String> entries) throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
        String text =
            "{\"ductileBackup\": 1, \"created\": \"2026-01-01T00:00:00Z\", \"version\": \"1\"}";
        zip.write(text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static List<String> modes(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.map(BackupCommandTest::mode).toList();
    }
  }

  private static String mode(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private void succeeds(String... arguments) throws IOException, InterruptedException {
    Answer answer = ductile.run(arguments);
    assertThat(answer.status()).as("%s: %s", List.of(arguments), answer.err()).isZero();
  }

  private String fails(String... arguments) throws IOException, InterruptedException {
    Answer answer = ductile.run(arguments);
    assertThat(answer.status()).as("%s", List.of(arguments)).isEqualTo(ExitStatus.ERROR);
    return answer.err();
  }
}
