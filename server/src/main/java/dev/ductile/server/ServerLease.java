package dev.ductile.server;

import dev.ductile.journal.Database;
import dev.ductile.journal.Lease;
import dev.ductile.journal.LeaseKeeper;
import dev.ductile.journal.WriteHealth;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** The right of one server to write a database, which it renews until it is closed. */
record ServerLease(Lease lease, LeaseKeeper keeper) implements AutoCloseable {
  private static final Duration LASTS = Duration.ofSeconds(15);

  /**
   * Waits until no other server has the database.
   *
   * @param health takes the results of renewals
   * @param data the data folder, which names this server
   * @param notes takes lines for operators
   */
  static ServerLease await(Database database, WriteHealth health, Path data, Consumer<String> notes)
      throws IOException {
    String owner = "%s:%s".formatted(host(), data);
    Lease lease =
        LeaseKeeper.await(database, owner, LASTS, notes)
            .orElseThrow(() -> new IOException("interrupted while another server had the lease"));
    return new ServerLease(
        lease,
        LeaseKeeper.of(
            lease, health, () -> notes.accept("another server has taken over; this one stops")));
  }

  private static String host() {
    return Optional.ofNullable(System.getenv("HOSTNAME")).orElse("localhost");
  }

  @Override
  public void close() {
    keeper.close();
  }
}
