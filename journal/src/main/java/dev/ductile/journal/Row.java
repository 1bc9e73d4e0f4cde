package dev.ductile.journal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** One row of a result, by the names of its columns. */
public final class Row {
  private final ResultSet rows;

  Row(ResultSet rows) {
    this.rows = rows;
  }

  public String text(String column) {
    return optionalText(column).orElseThrow(() -> empty(column));
  }

  public Optional<String> optionalText(String column) {
    try {
      return Optional.ofNullable(rows.getString(column));
    } catch (SQLException failure) {
      throw new StatementException(failure);
    }
  }

  public long number(String column) {
    return optionalNumber(column).orElseThrow(() -> empty(column));
  }

  public Optional<Long> optionalNumber(String column) {
    try {
      long number = rows.getLong(column);
      return rows.wasNull() ? Optional.empty() : Optional.of(number);
    } catch (SQLException failure) {
      throw new StatementException(failure);
    }
  }

  public double real(String column) {
    try {
      return rows.getDouble(column);
    } catch (SQLException failure) {
      throw new StatementException(failure);
    }
  }

  /** An instant, to the millisecond. */
  public Instant instant(String column) {
    return Instant.ofEpochMilli(number(column));
  }

  public Optional<Instant> optionalInstant(String column) {
    return optionalNumber(column).map(Instant::ofEpochMilli);
  }

  private static IllegalStateException empty(String column) {
    return new IllegalStateException("the column %s is empty in this row".formatted(column));
  }
}
