package dev.ductile.journal;

import dev.ductile.contracts.database.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Named;

/** Empty databases of both kinds. */
final class TestDatabases {
  private static final Supplier<Optional<PostgresServer>> SERVER = new Once();

  private TestDatabases() {}

  /** One supplier of URLs for each kind of database; for parameterised tests. */
  static Stream<Named<Supplier<String>>> all() {
    return Stream.of(
        Named.of("SQLite", TestDatabases::sqlite),
        Named.of("PostgreSQL", TestDatabases::postgresql));
  }

  static String sqlite() {
    try {
      Path folder = Files.createTempDirectory("ductile-sqlite");
      folder.toFile().deleteOnExit();
      return "jdbc:sqlite:" + folder.resolve("ductile.db");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static String postgresql() {
    Optional<PostgresServer> server = SERVER.get();
    Assumptions.assumeTrue(
        server.isPresent(), "PostgreSQL is not installed (Debian package postgresql)");
    try {
      return server.orElseThrow().newDatabase();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** One server for all tests of this process. */
  private static final class Once implements Supplier<Optional<PostgresServer>> {
    private boolean asked;
    private Optional<PostgresServer> server = Optional.empty();

    @Override
    public synchronized Optional<PostgresServer> get() {
      if (!asked) {
        asked = true;
        try {
          server = PostgresServer.start();
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      }
      return server;
    }
  }
}
