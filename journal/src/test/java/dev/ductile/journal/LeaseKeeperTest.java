package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
final class LeaseKeeperTest {
  private static final Duration LASTING = Duration.ofMillis(900);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Database database = Database.open(TestDatabases.sqlite());

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aLeaseThatIsKeptOutlastsItsTime() {
    Lease lease = take("one", LASTING);
    long before = expires();
    try (LeaseKeeper keeper = LeaseKeeper.of(lease, new WriteHealth(System::nanoTime), () -> {})) {
      assertThat(keeper).isNotNull();
      awaitUntil(() -> expires() > before + LASTING.toMillis());
      assertThat(Lease.take(database, "two", LASTING)).isEmpty();
    }
    assertThat(Lease.take(database, "two", LASTING)).isPresent();
  }

  @Test
  void aClosedKeeperHasReleasedItsLeaseAndTellsNothing() {
    var lost = new AtomicInteger();
    LeaseKeeper.of(take("one", LONG), new WriteHealth(System::nanoTime), lost::incrementAndGet)
        .close();
    assertThat(Lease.take(database, "two", LONG)).isPresent();
    assertThat(lost).hasValue(0);
  }

  @Test
  void aLostLeaseIsToldOnceAndIsNotTakenBack() {
    var lost = new CompletableFuture<Thread>();
    var times = new AtomicInteger();
    Lease first = take("one", Duration.ofMillis(150));
    database.update(
        session -> session.update("UPDATE leases SET owner = 'two', epoch = epoch + 1"));
    LeaseKeeper keeper =
        LeaseKeeper.of(
            first,
            new WriteHealth(System::nanoTime),
            () -> {
              times.incrementAndGet();
              lost.complete(Thread.currentThread());
            });
    assertThat(lost).succeedsWithin(PATIENCE);
    database.update(session -> session.update("UPDATE leases SET expires = expires + 3600000"));
    long ends = expires();
    keeper.close();
    assertThat(times).hasValue(1);
    assertThat(expires()).as("the lease of the other server").isEqualTo(ends);
  }

  /** The server ends by what it does when its lease is lost, so this may close the keeper. */
  @Test
  void theLossItselfMayCloseTheKeeper() {
    var closed = new CompletableFuture<Boolean>();
    var keeper = new CompletableFuture<LeaseKeeper>();
    Lease first = take("one", Duration.ofMillis(150));
    database.update(session -> session.update("UPDATE leases SET epoch = epoch + 1"));
    keeper.complete(
        LeaseKeeper.of(
            first,
            new WriteHealth(System::nanoTime),
            () -> {
              keeper.join().close();
              closed.complete(true);
            }));
    assertThat(closed).succeedsWithin(PATIENCE);
  }

  @Test
  void aStandbyServerThatIsInterruptedTakesNothing() throws InterruptedException {
    Lease first = take("one", LONG);
    var notes = new ArrayList<String>();
    var taken = new CompletableFuture<Optional<Lease>>();
    var isInterrupted = new CompletableFuture<Boolean>();
    Thread standby =
        Thread.ofVirtual()
            .start(() -> {
              taken.complete(LeaseKeeper.await(database, "two", LONG, notes::add));
              isInterrupted.complete(Thread.currentThread().isInterrupted());
            });
    awaitUntil(() -> !notes.isEmpty());
    standby.interrupt();
    standby.join();
    assertThat(taken.join()).isEmpty();
    assertThat(isInterrupted.join()).isTrue();
    assertThat(notes).isEqualTo(List.of("one holds the cluster; this server waits to take over"));
    assertThat(first.renew()).isTrue();
  }

  /** Its thread may still renew, so another server must wait until the time is over. */
  @Test
  void aKeeperThatIsClosedByAnInterruptedThreadDoesNotReleaseItsLease() {
    LeaseKeeper keeper =
        LeaseKeeper.of(take("one", LONG), new WriteHealth(System::nanoTime), () -> {});
    Thread.currentThread().interrupt();
    keeper.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Lease.take(database, "two", LONG)).isEmpty();
  }

  @Test
  void aLeaseThatCannotBeRenewedIsNotLostYet() {
    var lost = new AtomicInteger();
    try (LeaseKeeper keeper =
        LeaseKeeper.of(
            take("one", Duration.ofMillis(30)),
            new WriteHealth(System::nanoTime),
            lost::incrementAndGet)) {
      assertThat(keeper).isNotNull();
      database.close();
      LockSupport.parkNanos(300_000_000);
      assertThat(lost).hasValue(0);
    }
  }

  /** The clock of the database may have gone back, so the standby server counts by its own. */
  @Test
  void aStandbyServerWaitsForTheTimeOfALeaseByItsOwnClock() {
    assertThat(take("one", LONG).epoch()).isPositive();
    long began = System.nanoTime();
    assertThat(LeaseKeeper.await(database, "two", LASTING, _ -> {})).isPresent();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(LASTING);
  }

  @Test
  void aStandbyServerDoesNotWaitForADatabaseThatWillNotComeBack() {
    database.close();
    assertThatThrownBy(() -> LeaseKeeper.await(database, "two", LONG, _ -> {}))
        .isInstanceOf(DatabaseException.class);
  }

  private Lease take(String owner, Duration lasting) {
    return Lease.take(database, owner, lasting).orElseThrow();
  }

  private long expires() {
    return Lease.holder(database).orElseThrow().expires();
  }

  private static void awaitUntil(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("within " + PATIENCE).isLessThan(end);
      LockSupport.parkNanos(5_000_000);
    }
  }
}
