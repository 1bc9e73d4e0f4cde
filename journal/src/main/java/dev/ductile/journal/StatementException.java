package dev.ductile.journal;

import java.sql.SQLException;

/**
 * A failed statement of a {@link Session}, on its way to the {@link Database} that names itself.
 */
final class StatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final SQLException sql;

  StatementException(SQLException sql) {
    super(sql);
    this.sql = sql;
  }

  SQLException sql() {
    return sql;
  }
}
