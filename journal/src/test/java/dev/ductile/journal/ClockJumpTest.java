package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The clock of a PostgreSQL server jumps by an hour: a function of the same name stands in front of
 * the server's own.
 */
@Tag("process")
final class ClockJumpTest {
  private static final Duration LASTING = Duration.ofMillis(600);
  private static final long HOUR = 3_600;

  private String url = "";
  private final List<Thread> standbys = new ArrayList<>();
  private Database clock;
  private Database database;

  @BeforeEach
  void start() {
    url = TestDatabases.postgresql();
    clock = Database.open(url);
    clock.update(session -> {
      session.update("CREATE SCHEMA jumping");
      session.update("CREATE TABLE jumping.jump (seconds BIGINT NOT NULL)");
      session.update("INSERT INTO jumping.jump VALUES (0)");
      session.update(
          """
          CREATE FUNCTION jumping.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE SQL AS
          'SELECT pg_catalog.clock_timestamp() + seconds * INTERVAL ''1 second'' FROM jumping.jump'
          """);
    });
    database = Database.open(url + options());
  }

  private String options() {
    return (url.contains("?") ? "&" : "?") + "options=-c%20search_path=public,jumping,pg_catalog";
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Thread standby : standbys) {
      standby.interrupt();
      standby.join();
    }
    Optional.ofNullable(database).ifPresent(Database::close);
    Optional.ofNullable(clock).ifPresent(Database::close);
  }

  private void jump(long seconds) {
    clock.update(session -> session.update("UPDATE jumping.jump SET seconds = ?", seconds));
  }

  private Lease held(String owner) {
    return Lease.take(database, owner, LASTING).orElseThrow();
  }

  private static DatabaseJournal journal(Lease lease) {
    return DatabaseJournal.open(Journals.CODEC, lease);
  }

  private CompletableFuture<Lease> standby(String owner) {
    var taken = new CompletableFuture<Lease>();
    standbys.add(
        Thread.ofVirtual()
            .start(() ->
                LeaseKeeper.await(database, owner, LASTING, _ -> {}).ifPresent(taken::complete)));
    return taken;
  }

  @Test
  void aServerWithoutAStandbyGoesOnAfterBothJumps() {
    Lease lease = held("one");
    DatabaseJournal journal = journal(lease);
    for (long seconds : List.of(HOUR, -HOUR)) {
      jump(seconds);
      journal.append(Journals.events(1, 3));
      assertThat(lease.renew()).isTrue();
    }
    assertThat(journal.lastEvent()).isEqualTo(6);
  }

  @Test
  void afterAJumpForwardsOnlyOneOfTwoServersWrites() throws Exception {
    Lease lease = held("one");
    DatabaseJournal first = journal(lease);
    first.append(Journals.events(1, 3));
    jump(HOUR);
    DatabaseJournal second = journal(standby("two").get(10, TimeUnit.SECONDS));
    assertThatThrownBy(() -> first.append(Journals.events(4, 5)))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("two");
    assertThat(lease.renew()).isFalse();
    second.append(Journals.events(4, 5));
    assertThat(second.lastEvent()).isEqualTo(5);
  }

  @Test
  void afterAJumpBackAStandbyStillTakesOverFromADeadServer() throws Exception {
    assertThat(held("dead").epoch()).isPositive();
    jump(-HOUR);
    assertThat(standby("two").get(10, TimeUnit.SECONDS).owner()).isEqualTo("two");
  }

  @Test
  void afterAJumpBackAStandbyTakesNothingFromAServerThatRenews() throws Exception {
    Lease lease = held("one");
    var isLost = new AtomicBoolean();
    CompletableFuture<Lease> standby;
    try (LeaseKeeper keeper =
        LeaseKeeper.of(lease, new WriteHealth(System::nanoTime), () -> isLost.set(true))) {
      assertThat(keeper).isNotNull();
      jump(-HOUR);
      standby = standby("two");
      assertThat(standby.completeOnTimeout(lease, 4 * LASTING.toMillis(), TimeUnit.MILLISECONDS))
          .succeedsWithin(Duration.ofSeconds(10))
          .isEqualTo(lease);
    }
    assertThat(isLost).isFalse();
  }
}
