package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WriteHealthTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);
  private final WriteHealth health = new WriteHealth(nanos::get);

  @Test
  void aWriterIsHealthyBeforeItsFirstWriteAndWhileItsWritesSucceed() {
    assertThat(health.problem()).isEmpty();

    assertThat(health.of(() -> 7)).isEqualTo(7);

    assertThat(health.problem()).isEmpty();
  }

  @Test
  void aFailureIsNamedWithoutAddressesAndEndsSomeSecondsAfterTheLastOne() {
    for (int write = 0; write < 10; write++) {
      pass(SECOND);
      fail(full());
      assertThat(health.problem())
          .contains("the database cannot be written: its disk is full; free space on it");
    }
    pass(SECOND);
    assertThat(health.of(() -> true)).isTrue();
    assertThat(health.problem())
        .contains("the database is written again; it counts as back after 5 s without a failure");
    pass(WriteHealth.CALM);
    assertThat(health.problem()).isEmpty();
  }

  @Test
  void failuresBetweenSuccessesAreOneProblem() {
    for (int write = 0; write < 20; write++) {
      fail(full());
      assertThat(health.of(() -> true)).isTrue();
      pass(SECOND);
      assertThat(health.problem()).isPresent();
    }
  }

  @Test
  void aWriteThatHangsIsAProblemBeforeItFails() {
    Optional<String> problem =
        health.of(() -> {
          pass(WriteHealth.LONGEST_WRITE.plus(SECOND));
          return health.problem();
        });

    assertThat(problem)
        .contains("the database has not answered a write for 11 s; look at it, and at the network");
    assertThat(health.problem()).isEmpty();
  }

  @Test
  void anUnknownCauseStaysInTheLog() {
    fail(new UncheckedIOException(new IOException("secret")));

    assertThat(health.problem())
        .contains("the database cannot be written; the log of the server says why");
  }

  private void pass(Duration time) {
    var _ = nanos.addAndGet(time.toNanos());
  }

  private void fail(UncheckedIOException failure) {
    assertThatThrownBy(() ->
            health.of(() -> {
              throw failure;
            }))
        .isSameAs(failure);
  }

  private static DatabaseException full() {
    return DatabaseException.of(
        DatabaseUrl.of("jdbc:postgresql://secret/name"),
        "cannot be written",
        new SQLException("no space", "53100"));
  }
}
