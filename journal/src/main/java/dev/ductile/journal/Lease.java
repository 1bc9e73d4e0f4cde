package dev.ductile.journal;

import java.time.Duration;
import java.util.Optional;

/**
 * The right of one server to write the journal of a database. It ends when its time is over and
 * another server takes it. Each holder has a higher epoch than the one before; the journal refuses
 * the batches of an earlier epoch. Times are those of the database's own clock.
 *
 * @param owner the server; the same server may take its own lease again at once
 * @param epoch the number of this holder
 * @param lasting the time without a renewal after which another server may take it
 */
public record Lease(Database database, String owner, long epoch, Duration lasting) {
  static final String NAME = "scheduler";

  /**
   * The present holder of a lease, as its row says.
   *
   * @param expires the end of its time, in milliseconds of the database's clock
   */
  public record Holder(String owner, long epoch, long expires) {
    private static final Holder NONE = new Holder("", 0, 0);
  }

  /**
   * Takes the lease; empty while another server holds it.
   *
   * @param owner names the server and its data folder; two servers must not have the same
   */
  public static Optional<Lease> take(Database database, String owner, Duration lasting) {
    return takeFrom(database, Holder.NONE, owner, lasting);
  }

  /**
   * Takes the lease also from this holder, if it has not renewed it since. A standby server calls
   * it after the time of a lease by its own clock, because the clock of the database may have gone
   * back.
   */
  static Optional<Lease> takeFrom(Database database, Holder idle, String owner, Duration lasting) {
    return database
        .write(session -> take(session, idle, owner, lasting))
        .map(epoch -> new Lease(database, owner, epoch, lasting));
  }

  private static Optional<Long> take(Session session, Holder idle, String owner, Duration lasting) {
    String now = session.kind().now();
    return session.first(
        """
        INSERT INTO leases (name, owner, epoch, expires) VALUES (?, ?, 1, %1$s + ?)
        ON CONFLICT (name) DO UPDATE
        SET owner = excluded.owner, epoch = leases.epoch + 1, expires = excluded.expires
        WHERE leases.owner = excluded.owner OR leases.expires <= %1$s
        OR (leases.epoch = ? AND leases.expires = ?)
        RETURNING epoch
        """
            .formatted(now),
        row -> row.number("epoch"),
        NAME,
        owner,
        lasting.toMillis(),
        idle.epoch(),
        idle.expires());
  }

  /** The server that holds the lease of a database, or held it last. */
  public static Optional<Holder> holder(Database database) {
    return database.read(Lease::holder);
  }

  static Optional<Holder> holder(Session session) {
    return session.first(
        "SELECT owner, epoch, expires FROM leases WHERE name = ?",
        row -> new Holder(row.text("owner"), row.number("epoch"), row.number("expires")),
        NAME);
  }

  /** Makes the lease last from now on; false if another server has taken it. */
  public boolean renew() {
    return extend(lasting);
  }

  /** Lets another server take the lease at once. */
  public void release() {
    var _ = extend(Duration.ZERO);
  }

  private boolean extend(Duration time) {
    return database.write(session ->
        session.update(
            "UPDATE leases SET expires = %s + ? WHERE name = ? AND epoch = ?"
                .formatted(session.kind().now()),
            time.toMillis(),
            NAME,
            epoch))
        == 1;
  }
}
