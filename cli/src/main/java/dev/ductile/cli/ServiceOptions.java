package dev.ductile.cli;

import dev.ductile.cli.configuration.Configuration;
import dev.ductile.cli.service.Times;
import dev.ductile.rest.client.Client;
import java.time.Instant;
import java.time.ZoneId;
import picocli.CommandLine.Mixin;

/** The options of every command that asks a server. */
final class ServiceOptions {
  /** The most attempts in a row to reach a server again while a command follows it. */
  static final int TRIES = 60;

  @Mixin final ConnectionOptions connection = new ConnectionOptions();
  @Mixin final Console console = new Console();

  Configuration configuration() {
    return connection.configuration();
  }

  /** A client of the configured server. */
  Client client() {
    return connection.client(console);
  }

  /** The time and its zone. */
  static Times times() {
    return new Times(Instant.now(), ZoneId.systemDefault());
  }
}
