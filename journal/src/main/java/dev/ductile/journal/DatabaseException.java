package dev.ductile.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Optional;

/** A database that cannot be opened, read or written; its message names the next step. */
public final class DatabaseException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  private final DatabaseFault fault;
  private final String sentence;

  private DatabaseException(String message, DatabaseFault fault, String sentence, Throwable cause) {
    super(message, new IOException(cause));
    this.fault = fault;
    this.sentence = sentence;
  }

  static DatabaseException of(DatabaseUrl url, String failed, Throwable cause) {
    Throwable reason = reason(cause);
    DatabaseFault fault =
        reason instanceof SQLException sql ? DatabaseFault.of(sql) : DatabaseFault.OTHER;
    String message = "the database %s %s: %s".formatted(url.shown(), failed, fault.words(reason));
    return new DatabaseException(message, fault, fault.sentence(failed), cause);
  }

  /** A database that is refused for what it contains. */
  static DatabaseException of(DatabaseUrl url, String why) {
    String message = "the database %s %s".formatted(url.shown(), why);
    return new DatabaseException(
        message,
        DatabaseFault.OTHER,
        DatabaseFault.OTHER.sentence("cannot be used"),
        new IllegalStateException(message));
  }

  /** The SQL exception behind others, or the innermost one. */
  private static Throwable reason(Throwable thrown) {
    Throwable reason = thrown;
    Optional<Throwable> deeper = Optional.ofNullable(thrown.getCause());
    for (int depth = 0; depth < 20 && deeper.isPresent(); depth++) {
      if (reason instanceof SQLException sql && DatabaseFault.of(sql) != DatabaseFault.OTHER) {
        return reason;
      }
      reason = deeper.get();
      deeper = Optional.ofNullable(reason.getCause());
    }
    return reason;
  }

  public DatabaseFault fault() {
    return fault;
  }

  /** The failure without names, for readers who may not know the address of the database. */
  public String sentence() {
    return sentence;
  }
}
