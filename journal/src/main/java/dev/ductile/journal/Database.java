package dev.ductile.journal;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The database of a cluster, with its tables: SQLite in a file, or PostgreSQL. All threads may use
 * it. SQLite has one writer at a time, so a transaction that writes must be short.
 */
public final class Database implements AutoCloseable {
  private final DatabaseUrl url;
  private final HikariDataSource writers;
  private final HikariDataSource readers;

  private Database(DatabaseUrl url, HikariDataSource writers, HikariDataSource readers) {
    this.url = url;
    this.writers = writers;
    this.readers = readers;
  }

  /**
   * Opens a database, and creates or updates its tables.
   *
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql://HOST:PORT/DATABASE}
   * @throws DatabaseException with the reason if that is impossible
   */
  public static Database open(String url) {
    DatabaseUrl parsed = DatabaseUrl.of(url);
    HikariDataSource writers = connect(parsed, parsed.writers());
    try {
      Schema.of(parsed, writers).migrate();
      return new Database(parsed, writers, connect(parsed, parsed.readers()));
    } catch (RuntimeException | Error failure) {
      writers.close();
      throw failure;
    }
  }

  /**
   * Opens a database that a server has made, to read it. Nothing is created or updated, and the
   * server may run meanwhile.
   *
   * @throws DatabaseException with the reason if that is impossible
   */
  public static Database openForReading(String url) {
    DatabaseUrl parsed = DatabaseUrl.of(url);
    HikariDataSource readers = connect(parsed, parsed.readers());
    try {
      Schema.of(parsed, readers).requireReadable();
      return new Database(parsed, readers, readers);
    } catch (RuntimeException | Error failure) {
      readers.close();
      throw failure;
    }
  }

  private static HikariDataSource connect(DatabaseUrl url, ConnectionSettings settings) {
    try {
      return new HikariDataSource(settings.pool(url));
    } catch (PoolInitializationException failure) {
      throw DatabaseException.of(url, "cannot be opened", failure);
    }
  }

  /** The URL without secrets, for messages. */
  public String name() {
    return url.shown();
  }

  /** Reads in one transaction, which sees one state of the database. */
  public <T> T read(Function<Session, T> query) {
    return transact(readers, "cannot be read", query);
  }

  /**
   * Writes in one transaction: all of its statements or none. On return they are on the disk. If
   * the connection is lost during the commit, the exception leaves open whether they are.
   */
  public <T> T write(Function<Session, T> change) {
    return transact(writers, "cannot be written", change);
  }

  /** The same, without a result. */
  public void update(Consumer<Session> change) {
    var _ =
        write(session -> {
          change.accept(session);
          return true;
        });
  }

  private <T> T transact(HikariDataSource source, String failed, Function<Session, T> work) {
    try (Connection connection = source.getConnection()) {
      try {
        T result = work.apply(new Session(connection, url.kind()));
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException | Error failure) {
        rollback(source, connection, failure);
        throw failure;
      }
    } catch (SQLException failure) {
      throw DatabaseException.of(url, failed, failure);
    } catch (StatementException failure) {
      throw DatabaseException.of(url, failed, failure.sql());
    }
  }

  /** A full disk ends a transaction of SQLite by itself; its connection is of no further use. */
  private static void rollback(HikariDataSource source, Connection connection, Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException second) {
      failure.addSuppressed(second);
      source.evictConnection(connection);
    }
  }

  @Override
  public void close() {
    readers.close();
    writers.close();
  }
}
