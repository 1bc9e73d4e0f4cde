package dev.ductile.server;

import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A client with the first admin token of a server. */
public final class AdminClient {
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);

  private AdminClient() {}

  public static Client of(DuctileServer server) throws IOException {
    return new Client(
        new Connection(
            server.address(),
            BearerToken.of(Files.readString(server.folder().token())),
            Optional.empty(),
            LONGEST_REQUEST),
        time -> LockSupport.parkNanos(time.toNanos()));
  }
}
