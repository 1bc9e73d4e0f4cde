package dev.ductile.server;

import dev.ductile.journal.Database;
import dev.ductile.journal.FolderLock;
import dev.ductile.journal.Lease;
import dev.ductile.journal.WriteHealth;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** The database of a server and the right to write it; its data folder is locked. */
record HeldData(Database database, Lease lease) {
  /**
   * Waits until no other server has the data.
   *
   * @param health takes the results of renewals of the right
   * @param hasTasksHere whether tasks of jobs are processes of this machine
   * @param opened takes what the server closes at its end, the last one first
   * @throws IOException with a sentence for operators if this server may not have it
   */
  static HeldData await(
      ServerOptions options,
      ServiceFolder folder,
      WriteHealth health,
      boolean hasTasksHere,
      Consumer<AutoCloseable> opened)
      throws IOException {
    return options.data().hasServerDatabase()
        ? inServerDatabase(options, folder, health, hasTasksHere, opened)
        : inFolder(options, folder, health, opened);
  }

  private static HeldData inFolder(
      ServerOptions options,
      ServiceFolder folder,
      WriteHealth health,
      Consumer<AutoCloseable> opened)
      throws IOException {
    opened.accept(FolderLock.of(folder.root()));
    NativeLibrary.in(folder.nativeLibrary());
    Database database =
        Database.open(
            options.data().database().orElseGet(() -> "jdbc:sqlite:" + folder.database()));
    opened.accept(database);
    return new HeldData(database, lease(database, options, folder, health, opened));
  }

  /**
   * A standby server of tasks on this machine has the same folder, so it waits for the lock. One
   * with a folder of its own waits for the lease.
   */
  private static HeldData inServerDatabase(
      ServerOptions options,
      ServiceFolder folder,
      WriteHealth health,
      boolean hasTasksHere,
      Consumer<AutoCloseable> opened)
      throws IOException {
    Database database = Database.open(options.data().database().orElseThrow());
    opened.accept(database);
    Optional<FolderIdentity> identity =
        hasTasksHere
            ? Optional.of(FolderIdentity.of(folder, options.time().random()))
            : Optional.empty();
    if (identity.isPresent() && !options.data().replacesFolder()) {
      identity.get().require(database);
    }
    opened.accept(FolderLock.await(folder.root(), options.notes()));
    Lease lease = lease(database, options, folder, health, opened);
    identity.ifPresent(own -> own.write(database));
    return new HeldData(database, lease);
  }

  private static Lease lease(
      Database database,
      ServerOptions options,
      ServiceFolder folder,
      WriteHealth health,
      Consumer<AutoCloseable> opened)
      throws IOException {
    ServerLease lease = ServerLease.await(database, health, folder.root(), options.notes());
    opened.accept(lease);
    return lease.lease();
  }
}
