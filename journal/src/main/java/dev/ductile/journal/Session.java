package dev.ductile.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statements in one transaction. The values of a statement are texts, numbers, booleans, instants
 * (stored as milliseconds), and optional values of these.
 */
public final class Session {
  /** The most rows of a list; a longer result is read one by one. */
  private static final int MOST_ROWS = 100_000;

  private static final int ROWS_PER_FETCH = 500;

  private final Connection connection;
  private final DatabaseKind kind;

  Session(Connection connection, DatabaseKind kind) {
    this.connection = connection;
    this.kind = kind;
  }

  DatabaseKind kind() {
    return kind;
  }

  /** Changes rows; returns their number. */
  public int update(String sql, Object... values) {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException failure) {
      throw new StatementException(failure);
    }
  }

  /** All rows of a query, at most 100,000. */
  public <T> List<T> list(String sql, Function<Row, T> read, Object... values) {
    var rows = new ArrayList<T>();
    forEach(
        sql,
        row -> {
          if (rows.size() == MOST_ROWS) {
            throw new IllegalStateException("more than %d rows of '%s'".formatted(MOST_ROWS, sql));
          }
          rows.add(read.apply(row));
        },
        values);
    return List.copyOf(rows);
  }

  /** The first row of a query. */
  public <T> Optional<T> first(String sql, Function<Row, T> read, Object... values) {
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(read.apply(new Row(rows))) : Optional.empty();
    } catch (SQLException failure) {
      throw new StatementException(failure);
    }
  }

  /** Passes each row of a query to the receiver; the result may be larger than the memory. */
  public void forEach(String sql, Consumer<Row> receiver, Object... values) {
    try (PreparedStatement statement = prepare(sql, values)) {
      statement.setFetchSize(ROWS_PER_FETCH);
      try (ResultSet rows = statement.executeQuery()) {
        var row = new Row(rows);
        while (rows.next()) {
          receiver.accept(row);
        }
      }
    } catch (SQLException failure) {
      throw new StatementException(failure);
    }
  }

  private PreparedStatement prepare(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int position = 0; position < values.length; position++) {
        statement.setObject(position + 1, stored(values[position]));
      }
      return statement;
    } catch (SQLException | RuntimeException failure) {
      statement.close();
      throw failure;
    }
  }

  private static @Nullable Object stored(Object value) {
    return switch (value) {
      case Optional<?> optional -> optional.isPresent() ? stored(optional.get()) : null;
      case Instant instant -> instant.toEpochMilli();
      default -> value;
    };
  }
}
