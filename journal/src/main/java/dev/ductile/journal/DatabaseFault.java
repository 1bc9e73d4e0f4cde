package dev.ductile.journal;

import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The causes of a failure of a database, as far as the next step differs. */
public enum DatabaseFault {
  /** The disk has no space left. */
  DISK_FULL("its disk is full; free space on it"),
  /** No connection to the server, or it was lost. */
  UNREACHABLE("it cannot be reached; start it, or check its address"),
  /** The server does not accept this user. */
  REFUSED("it refuses the user; check the user and the password in its URL"),
  /** Another process holds the file or the row. */
  BUSY("another process uses it; stop that process"),
  /** The file or its folder may not be written. */
  READ_ONLY("it may not be written; check the owner and the permissions of its file"),
  /** The file is no database, or is damaged. */
  DAMAGED("its file is damaged or is no database; restore it from a backup"),
  /** The row is there already. */
  DUPLICATE("a row with this key is there already"),
  /** Any other cause. */
  OTHER("");

  private final String words;

  DatabaseFault(String words) {
    this.words = words;
  }

  /** Whether it ends without an operator, so that a wait is of use. */
  boolean mayPassSoon() {
    return this == UNREACHABLE || this == BUSY;
  }

  /** What a reader without access to the server may know. */
  String sentence(String failed) {
    return words.isEmpty()
        ? "the database %s; the log of the server says why".formatted(failed)
        : "the database %s: %s".formatted(failed, words);
  }

  String words(Throwable reason) {
    String detail = Optional.ofNullable(reason.getMessage()).orElse(reason.toString()).strip();
    return words.isEmpty() ? detail : "%s (%s)".formatted(words, detail);
  }

  static DatabaseFault of(SQLException failure) {
    return failure instanceof SQLiteException sqlite
        ? of(sqlite.getResultCode())
        : ofState(Optional.ofNullable(failure.getSQLState()).orElse(""));
  }

  private static DatabaseFault of(SQLiteErrorCode code) {
    return switch (code.code & 0xff) {
      case 13 -> DISK_FULL;
      case 5, 6 -> BUSY;
      case 8, 3, 14, 23 -> READ_ONLY;
      case 11, 26 -> DAMAGED;
      case 19 -> DUPLICATE;
      default -> OTHER;
    };
  }

  /** By the classes of SQLSTATE; 57P are a server's messages of its own end. */
  private static DatabaseFault ofState(String state) {
    if (state.equals("53100")) {
      return DISK_FULL;
    }
    if (state.startsWith("08") || state.startsWith("57P") || state.equals("53300")) {
      return UNREACHABLE;
    }
    if (state.startsWith("28") || state.equals("42501")) {
      return REFUSED;
    }
    if (state.equals("55P03") || state.startsWith("40")) {
      return BUSY;
    }
    if (state.equals("23505")) {
      return DUPLICATE;
    }
    return state.equals("25006") ? READ_ONLY : OTHER;
  }
}
