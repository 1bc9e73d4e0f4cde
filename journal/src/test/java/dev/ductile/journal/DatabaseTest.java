package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
final class DatabaseTest {
  private static final String INSERT =
      "INSERT INTO tokens (id, hash, name, principal, role, queues, created, expires)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void valuesAreReadAsTheyWereWritten(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      database.update(session -> insert(session, "a", Optional.of(NOON)));
      database.update(session -> insert(session, "b", Optional.empty()));
      List<Optional<Instant>> expiries =
          database.read(session ->
              session.list(
                  "SELECT expires FROM tokens ORDER BY id", row -> row.optionalInstant("expires")));
      assertThat(expiries).containsExactly(Optional.of(NOON), Optional.empty());
      assertThat(names(database)).containsExactly("größe of a", "größe of b");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void aValueIsThereOrItsColumnIsNamed(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      database.update(session -> insert(session, "a", Optional.empty()));
      database.read(session ->
          session.list(
              "SELECT created, expires, 0.5 AS half FROM tokens",
              row -> {
                assertThat(row.instant("created")).isEqualTo(NOON);
                assertThat(row.real("half")).isEqualTo(0.5);
                assertThatIllegalStateException()
                    .isThrownBy(() -> row.instant("expires"))
                    .withMessage("the column expires is empty in this row");
                assertThatIllegalStateException().isThrownBy(() -> row.number("expires"));
                assertThatIllegalStateException().isThrownBy(() -> row.text("expires"));
                return row;
              }));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void aFailedTransactionLeavesNothing(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      assertThatThrownBy(() ->
              database.update(session -> {
                insert(session, "a", Optional.empty());
                insert(session, "b", Optional.empty());
                insert(session, "a", Optional.empty());
              }))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.fault()).isEqualTo(DatabaseFault.DUPLICATE))
          .hasMessageStartingWith("the database " + database.name() + " cannot be written: ");
      assertThat(names(database)).isEmpty();
      database.update(session -> insert(session, "a", Optional.empty()));
      assertThat(names(database)).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void tablesAndRowsAreThereAfterTheNextStart(Supplier<String> url) {
    String same = url.get();
    try (Database database = Database.open(same)) {
      database.update(session -> insert(session, "a", Optional.empty()));
    }
    try (Database database = Database.open(same)) {
      assertThat(names(database)).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void aReadSeesOneStateWhileAnotherThreadWrites(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      database.update(session -> insert(session, "a", Optional.empty()));
      database.read(session -> {
        int before = count(session);
        database.update(other -> insert(other, "b", Optional.empty()));
        assertThat(count(session)).isEqualTo(before);
        return before;
      });
      assertThat(names(database)).hasSize(2);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void aReaderCannotWrite(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      assertThatThrownBy(() ->
              database.read(session -> {
                insert(session, "a", Optional.empty());
                return true;
              }))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.fault()).isEqualTo(DatabaseFault.READ_ONLY));
    }
  }

  @Test
  void aDatabaseThatIsClosedOrRefusedHasNoConnectionsLeft() {
    String refused = TestDatabases.postgresql();
    try (Database observer = Database.open(TestDatabases.postgresql())) {
      assertThatThrownBy(() -> Database.openForReading(refused))
          .isInstanceOf(DatabaseException.class);
      assertThat(connections(observer, refused)).as("without tables").isZero();
      Database database = Database.open(refused);
      assertThat(connections(observer, refused)).as("open").isPositive();
      makeNewer(database);
      database.close();
      assertThat(connections(observer, refused)).as("closed").isZero();
      assertThatThrownBy(() -> Database.open(refused)).isInstanceOf(DatabaseException.class);
      assertThat(connections(observer, refused)).as("of a newer version").isZero();
    }
  }

  /** A connection that is closed by its client ends at the server a little later. */
  private static long connections(Database observer, String url) {
    String name = URI.create(url.substring("jdbc:".length())).getPath().substring(1);
    long connections = 1;
    for (int attempt = 0; attempt < 100 && connections > 0; attempt++) {
      connections =
          observer
              .read(session ->
                  session.first(
                      "SELECT COUNT(*) AS count FROM pg_stat_activity WHERE datname = ?",
                      row -> row.number("count"),
                      name))
              .orElseThrow();
      LockSupport.parkNanos(10_000_000);
    }
    return connections;
  }

  @Test
  void commitsOfSqliteAreOnTheDisk() {
    try (Database database = Database.open(TestDatabases.sqlite())) {
      assertThat(setting(database, "synchronous")).isEqualTo("2");
      assertThat(setting(database, "journal_mode")).isEqualTo("wal");
    }
  }

  private static String setting(Database database, String name) {
    return database
        .write(session -> session.first("PRAGMA " + name, row -> row.text(name)))
        .orElseThrow();
  }

  @Test
  void anotherUrlIsRefusedWithoutItsPassword() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.open("jdbc:mysql://me:secret@host/db?password=secret"))
        .withMessageContaining("write jdbc:sqlite:FILE or jdbc:postgresql://HOST:PORT/DATABASE")
        .withMessageNotContaining("secret");
  }

  @Test
  void aUrlWithoutAFileIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.open("jdbc:sqlite:"))
        .withMessageContaining("write jdbc:sqlite:FILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:sqlite:a.db", "jdbc:postgresql://localhost/a"})
  void connectionsAreFewAndNobodyWaitsLongForOne(String text) {
    DatabaseUrl url = DatabaseUrl.of(text);
    for (ConnectionSettings settings : List.of(url.writers(), url.readers())) {
      HikariConfig pool = settings.pool(url);
      assertThat(pool.getPoolName()).isEqualTo(settings.name());
      assertThat(pool.getMaximumPoolSize()).isEqualTo(settings.most());
      assertThat(pool.getMinimumIdle()).isEqualTo(1);
      assertThat(pool.getConnectionTimeout()).isEqualTo(5_000);
    }
  }

  @Test
  void aFileThatIsNoDatabaseIsLeftAsItIs(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("ductile.db");
    String text = "a text of a user ".repeat(1000);
    Files.writeString(file, text);
    assertThatThrownBy(() -> Database.open("jdbc:sqlite:" + file))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("is no database");
    assertThat(file).hasContent(text);
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void aDatabaseWithoutTablesIsNotRead(Supplier<String> url) {
    assertThatThrownBy(() -> Database.openForReading(url.get()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("has no tables of Ductile; name the database of a server");
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void theDatabaseOfANewerVersionIsRefused(Supplier<String> url) {
    String same = url.get();
    try (Database database = Database.open(same)) {
      makeNewer(database);
    }
    String why = "was written by a newer version of Ductile (its tables have version 999)";
    assertThatThrownBy(() -> Database.open(same)).hasMessageContaining(why);
    assertThatThrownBy(() -> Database.openForReading(same)).hasMessageContaining(why);
  }

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void aReaderOpensTheDatabaseOfAServer(Supplier<String> url) {
    String same = url.get();
    try (Database database = Database.open(same);
        Database reader = Database.openForReading(same)) {
      database.update(session -> insert(session, "a", Optional.empty()));
      assertThat(names(reader)).hasSize(1);
    }
  }

  @Test
  void aCopyHasTheStateOfOneInstant(@TempDir Path folder) {
    Path file = folder.resolve("ductile.db");
    Path copy = folder.resolve("it's a copy.db");
    try (Database database = Database.open("jdbc:sqlite:" + file)) {
      database.update(session -> insert(session, "a", Optional.empty()));
      SqliteCopy.make(file, copy);
      database.update(session -> insert(session, "b", Optional.empty()));
    }
    SqliteCopy.requireIntact(copy);
    try (Database copied = Database.open("jdbc:sqlite:" + copy)) {
      assertThat(names(copied)).hasSize(1);
    }
  }

  @Test
  void aServerThatIsNotThereIsNamedWithoutItsPassword() {
    assertThatThrownBy(
            () -> Database.open("jdbc:postgresql://127.0.0.1:1/ductile?user=me&password=secret"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith(
            "the database jdbc:postgresql://127.0.0.1:1/ductile cannot be opened: it cannot be reached")
        .hasMessageNotContaining("secret");
  }

  /** Makes it look like the database of a later version of Ductile. */
  private static void makeNewer(Database database) {
    database.update(session ->
        session.update(
            "INSERT INTO flyway_schema_history SELECT 999, '999', description, type, script,"
                + " checksum, installed_by, installed_on, execution_time, success"
                + " FROM flyway_schema_history WHERE version = '1'"));
  }

  private static void insert(Session session, String id, Optional<Instant> expires) {
    session.update(
        INSERT, id, "hash of " + id, "größe of " + id, "ada", "user", "[]", NOON, expires);
  }

  private static List<String> names(Database database) {
    return database.read(
        session -> session.list("SELECT name FROM tokens ORDER BY id", row -> row.text("name")));
  }

  private static int count(Session session) {
    return (int)
        (long)
            session
                .first("SELECT COUNT(*) AS count FROM tokens", row -> row.number("count"))
                .orElseThrow();
  }
}
