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
  private final Runnable lost;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private LeaseKeeper(Lease lease, Runnable lost) {
    this.lease = lease;
    this.lost = lost;
    this.thread = Thread.ofPlatform().daemon().name("lease").unstarted(this::keep);
  }

  /**
   * Begins to renew.
   *
   * @param lost is run once if another server takes the lease
   */
  public static LeaseKeeper of(Lease lease, Runnable lost) {
    var keeper = new LeaseKeeper(lease, lost);
    keeper.thread.start();
    return keeper;
  }

  /**
   * Waits on this thread until the lease is free and takes it; for a standby server. Empty if the
   * thread is interrupted.
   *
   * @param notes takes lines for people: the holder of the lease, or why it cannot be read
   */
  public static Optional<Lease> await(
      Database database, String owner, Duration lasting, Consumer<String> notes) {
    var never = new CountDownLatch(1);
    String noted = "";
    Optional<Lease> taken = Optional.empty();
    do {
      Attempt attempt = attempt(database, owner, lasting);
      taken = attempt.taken();
      if (taken.isEmpty() && !attempt.note().equals(noted)) {
        noted = attempt.note();
        notes.accept(noted);
      }
    } while (taken.isEmpty() && !comesSoon(never, lasting));
    return taken;
  }

  private record Attempt(Optional<Lease> taken, String note) {}

  private static Attempt attempt(Database database, String owner, Duration lasting) {
    try {
      Optional<Lease> taken = Lease.take(database, owner, lasting);
      String holder = Lease.holder(database).map(Lease.Holder::owner).orElse("another server");
      return new Attempt(
          taken, "%s holds the cluster; this server waits to take over".formatted(holder));
    } catch (DatabaseException unreachable) {
      return new Attempt(Optional.empty(), String.valueOf(unreachable.getMessage()));
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
      return lease.renew();
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
