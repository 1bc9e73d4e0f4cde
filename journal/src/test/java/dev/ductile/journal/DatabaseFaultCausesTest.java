package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The causes that the SQLSTATEs of PostgreSQL name. */
class DatabaseFaultCausesTest {
  @ParameterizedTest
  @CsvSource({
    "53100, DISK_FULL",
    "08006, UNREACHABLE",
    "57P01, UNREACHABLE",
    "53300, UNREACHABLE",
    "28P01, REFUSED",
    "42501, REFUSED",
    "55P03, BUSY",
    "40001, BUSY",
    "23505, DUPLICATE",
    "25006, READ_ONLY",
    "42P01, OTHER",
    "'',    OTHER",
  })
  void eachStateHasACause(String state, DatabaseFault cause) {
    assertThat(DatabaseFault.of(new SQLException("reason", state))).isEqualTo(cause);
  }
}
