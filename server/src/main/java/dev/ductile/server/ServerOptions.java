package dev.ductile.server;

import dev.ductile.engines.local.LocalEngine;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.http.HttpServer;
import dev.ductile.server.http.HttpSettings;
import dev.ductile.server.reload.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The parts of a server that its command chooses.
 *
 * @param file the server file, from which the settings are; it can be read again
 * @param notes takes lines for operators
 */
public record ServerOptions(
    ServerSettings settings,
    Optional<SettingsFile> file,
    Catalog catalog,
    DataLocation data,
    TaskOptions tasks,
    HttpSettings http,
    Consumer<String> notes,
    TimeAndChance time) {
  /** The version of a server that is no release. */
  private static final String DEVELOPMENT = "development";

  /**
   * A server on a free port of the loopback address, whose jobs outlive it. Its database is in the
   * data folder, and its notes are dropped.
   */
  public static ServerOptions of(ServerSettings settings, Catalog catalog, Path data) {
    return new ServerOptions(
        settings,
        Optional.empty(),
        catalog,
        DataLocation.of(data),
        TaskOptions.of(LocalEngine.Lifetime.AGENT),
        HttpSettings.local(0, DEVELOPMENT),
        note -> {},
        TimeAndChance.system());
  }

  /** With a server file that can be read again. */
  public ServerOptions withFile(Optional<SettingsFile> other) {
    return new ServerOptions(settings, other, catalog, data, tasks, http, notes, time);
  }

  public ServerOptions withDatabase(Optional<String> url) {
    return new ServerOptions(
        settings, file, catalog, data.withDatabase(url), tasks, http, notes, time);
  }

  /** With a folder that takes the place of one that is lost. */
  public ServerOptions replacingFolder(boolean isNew) {
    return new ServerOptions(
        settings, file, catalog, data.replacing(isNew), tasks, http, notes, time);
  }

  public ServerOptions with(TaskOptions other) {
    return new ServerOptions(settings, file, catalog, data, other, http, notes, time);
  }

  public ServerOptions with(HttpSettings other) {
    return new ServerOptions(settings, file, catalog, data, tasks, other, notes, time);
  }

  public ServerOptions with(TimeAndChance other) {
    return new ServerOptions(settings, file, catalog, data, tasks, http, notes, other);
  }

  public ServerOptions withNotes(Consumer<String> receiver) {
    return new ServerOptions(settings, file, catalog, data, tasks, http, receiver, time);
  }

  /** With jobs that end with the server. */
  public ServerOptions withJobsThatEnd() {
    return with(
        new TaskOptions(LocalEngine.Lifetime.COMMAND, tasks.environment(), tasks.programs()));
  }

  /** The data folder, which is left as it is if the server file of its last start is not given. */
  ServiceFolder openFolder() throws IOException {
    new RememberedFile(new ServiceFolder(data.folder()).rememberedFile()).require(file.isPresent());
    return ServiceFolder.open(data.folder());
  }

  /** A first start that fails leaves no folder with a token. */
  void requireFreePort() throws IOException {
    if (Files.notExists(data.folder()) && data.database().isEmpty()) {
      HttpServer.requireFreePort(http);
    }
  }
}
