package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.journal.Database;
import dev.ductile.rest.KeyChange;
import dev.ductile.rest.Reloaded;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.reload.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The times that rows are kept, changed in the file of a real server while it runs. */
@Tag("process")
final class RetentionServerTest {
  private static final String FILE = "cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}\n";
  private static final String OLD = "old";
  private static final String NEW = "new";

  @TempDir private Path folder;

  @Test
  void aShorterTimeOfTheFileRemovesRowsAfterAReload() throws IOException {
    write(FILE);
    server().close();
    putChanges(OLD, Duration.ofHours(3));
    putChanges(NEW, Duration.ofMinutes(5));
    server().close();
    assertThat(jobs()).containsExactly(NEW, OLD);

    try (DuctileServer server = server();
        Client admin = AdminClient.of(server)) {
      write(FILE + "journal: {decisions: 2h}\n");
      Reloaded answer = admin.post(ResourcePath.of("reload"), Reloaded.class);
      assertThat(answer.changed()).extracting(KeyChange::key).containsExactly("journal");
    }

    assertThat(jobs()).containsExactly(NEW);
  }

  private void putChanges(String job, Duration age) {
    Instant at = InstantSource.system().instant().minus(age);
    try (Database database = database()) {
      database.update(
          session -> session.update("INSERT INTO job_changes VALUES (?, 0, ?, '[]')", job, at));
    }
  }

  private List<String> jobs() {
    try (Database database = database()) {
      return database.read(session ->
          session.list("SELECT job FROM job_changes ORDER BY job", row -> row.text("job")));
    }
  }

  private Database database() {
    return Database.open("jdbc:sqlite:" + folder.resolve("data").resolve("ductile.db"));
  }

  private void write(String file) throws IOException {
    Files.writeString(folder.resolve("server.yaml"), file);
  }

  private DuctileServer server() throws IOException {
    Path file = folder.resolve("server.yaml");
    Catalog catalog = Catalog.installed();
    var settings =
        new SettingsFile(
            file, () -> ServerFile.read(file, catalog, Nodes.uniform(1, Resources.gpus(2))));
    return DuctileServer.start(
        ServerOptions.of(settings.settings().get(), catalog, folder.resolve("data"))
            .withFile(Optional.of(settings))
            .withJobsThatEnd());
  }
}
