package dev.ductile.cli;

import dev.ductile.cli.configuration.ClientSettings;
import dev.ductile.cli.configuration.Configuration;
import dev.ductile.cli.configuration.ConfigurationKey;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for the server that a command asks. */
final class ConnectionOptions {
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

  /** Whether the command line names a server. */
  boolean isServerGiven() {
    return server.isPresent();
  }

  /** All sources of the configuration, with the options of this command line. */
  Configuration configuration() {
    var options = new EnumMap<ConfigurationKey, String>(ConfigurationKey.class);
    server.ifPresent(value -> options.put(ConfigurationKey.SERVER, value));
    tokenFile.ifPresent(value -> options.put(ConfigurationKey.TOKEN_FILE, value));
    caFile.ifPresent(value -> options.put(ConfigurationKey.CA_FILE, value));
    return Configuration.read(Path.of(""), System.getenv(), Map.copyOf(options));
  }

  ClientSettings settings() {
    return new ClientSettings(configuration(), System.getenv());
  }

  /** A client of the configured server. */
  Client client(Console console) {
    Connection connection = settings().connection();
    if (connection.token().isPresent() && !connection.isEncrypted() && !connection.isLocal()) {
      console.note(
          "note: %s is not encrypted, so others may read your token; use https"
              .formatted(connection.server()));
    }
    try {
      return new Client(connection, Thread::sleep);
    } catch (IllegalArgumentException unusable) {
      throw new InputException(String.valueOf(unusable.getMessage()), unusable);
    }
  }
}
