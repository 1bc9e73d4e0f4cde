package dev.ductile.cli;

import dev.ductile.cli.configuration.ClientSettings;
import dev.ductile.cli.configuration.Configuration;
import dev.ductile.cli.configuration.ConfigurationKey;
import dev.ductile.cli.service.Times;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that asks a server. */
final class ServiceOptions {
  /** The most attempts in a row to reach a server again while a command follows it. */
  static final int TRIES = 60;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The address of the server (default: 'ductile config' shows it).")
  private Optional<String> server = Optional.empty();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      completionCandidates = Known.Files.class,
      description = "The file with your access token.")
  private Optional<String> tokenFile = Optional.empty();

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      completionCandidates = Known.Files.class,
      description = "A PEM file with certificates to trust, for an https address.")
  private Optional<String> caFile = Optional.empty();

  @Mixin final Console console = new Console();

  /** All sources of the configuration, with the options of this command line. */
  Configuration configuration() {
    var options = new EnumMap<ConfigurationKey, String>(ConfigurationKey.class);
    server.ifPresent(value -> options.put(ConfigurationKey.SERVER, value));
    tokenFile.ifPresent(value -> options.put(ConfigurationKey.TOKEN_FILE, value));
    caFile.ifPresent(value -> options.put(ConfigurationKey.CA_FILE, value));
    return Configuration.read(Path.of(""), System.getenv(), Map.copyOf(options));
  }

  /** A client of the configured server. */
  Client client() {
    Connection connection = new ClientSettings(configuration(), System.getenv()).connection();
    if (connection.token().isPresent() && !connection.isEncrypted() && !connection.isLocal()) {
      console.note(
          "note: %s is not encrypted, so others may read your token; use https"
              .formatted(connection.server()));
    }
    return new Client(connection, Thread::sleep);
  }

  /** The time and its zone. */
  static Times times() {
    return new Times(Instant.now(), ZoneId.systemDefault());
  }
}
