package dev.ductile.journal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Renews a lease on a thread of its own until it is closed or another server takes the lease. While
 * the database cannot be reached it tries again; its holder cannot write meanwhile either.
 */
public final class LeaseKeeper implements AutoCloseable {
  /** Renewals within the time of a lease, so that one may fail. */
  private static final int RENEWALS = 3;

  private static final Duration LONGEST_RENEWAL = Duration.ofSeconds(40);

  private final Lease lease;
  private final WriteHealth health;
  private final Runnable lost;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private LeaseKeeper(Lease lease, WriteHealth health, Runnable lost) {
    this.lease = lease;
    this.health = health;
    this.lost = lost;
    this.thread = Thread.ofPlatform().daemon().name("lease").unstarted(this::keep);
  }

  /**
   * Begins to renew.
   *
   * @param health takes the results of the renewals
   * @param lost is run once if another server takes the lease
   */
  public static LeaseKeeper of(Lease lease, WriteHealth health, Runnable lost) {
    var keeper = new LeaseKeeper(lease, health, lost);
    keeper.thread.start();
    return keeper;
  }

  /**
   * Waits on this thread until the lease is free and takes it; for a standby server. Empty if the
   * thread is interrupted. A database that fails later, or that cannot be reached, may come back.
   *
   * @param notes takes lines for people: the holder of the lease, or why it cannot be read
   * @throws DatabaseException if the database fails at the first attempt for another reason
   */
  public static Optional<Lease> await(
      Database database, String owner, Duration lasting, Consumer<String> notes) {
    var never = new CountDownLatch(1);
    String noted = "";
    Attempt attempt = new Attempt(Optional.empty(), Optional.empty(), 0, "");
    do {
      attempt = attempt.next(database, owner, lasting);
      if (attempt.taken().isEmpty() && !attempt.note().equals(noted)) {
        noted = attempt.note();
        notes.accept(noted);
      }
    } while (attempt.taken().isEmpty() && !comesSoon(never, lasting));
    return attempt.taken();
  }

  /**
   * An attempt of a standby server.
   *
   * @param unchanged attempts since the row of the holder has changed
   */
  private record Attempt(
      Optional<Lease> taken, Optional<Lease.Holder> holder, int unchanged, String note) {
    Attempt next(Database database, String owner, Duration lasting) {
      try {
        Optional<Lease> lease =
            holder
                .filter(_ -> unchanged > RENEWALS)
                .map(idle -> Lease.takeFrom(database, idle, owner, lasting))
                .orElseGet(() -> Lease.take(database, owner, lasting));
        Optional<Lease.Holder> present = Lease.holder(database);
        String name = present.map(Lease.Holder::owner).orElse("another server");
        return new Attempt(
            lease,
            present,
            present.equals(holder) ? unchanged + 1 : 0,
            "%s holds the cluster; this server waits to take over".formatted(name));
      } catch (DatabaseException unreachable) {
        if (note.isEmpty() && !unreachable.fault().mayPassSoon()) {
          throw unreachable;
        }
        return new Attempt(Optional.empty(), holder, 0, String.valueOf(unreachable.getMessage()));
      }
    }
  }

  private void keep() {
    boolean held = true;
    while (held && !comesSoon(closed, lease.lasting())) {
      held = renew();
    }
    if (!held) {
      lost.run();
    }
  }

  private boolean renew() {
    try {
      return health.of(lease::renew);
    } catch (DatabaseException unreachable) {
      return true;
    }
  }

  /** Waits for a part of the time; true if the signal comes first or the thread is interrupted. */
  private static boolean comesSoon(CountDownLatch signal, Duration lasting) {
    try {
      return signal.await(lasting.toMillis() / RENEWALS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Stops the renewals and releases the lease, so that a standby server takes over at once. */
  @Override
  public void close() {
    closed.countDown();
    if (ended()) {
      release();
    }
  }

  private boolean ended() {
    try {
      return Thread.currentThread().equals(thread) || thread.join(LONGEST_RENEWAL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void release() {
    try {
      lease.release();
    } catch (DatabaseException unreachable) {
      // the lease ends by itself
    }
  }
}
