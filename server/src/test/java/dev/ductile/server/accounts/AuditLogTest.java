package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.rest.AuditEntry;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuditLogTest {
  private static final int MOST_WAITING = 10_000;
  private static final long MOST_KEPT = 1_000_000;

  @Test
  void entriesAreNumberedInTheirOrderAndReadFromTheNewest() {
    var store = new AuditInMemory();
    AuditLog log = AuditLog.start(store);
    IntStream.range(0, 30).forEach(i -> log.add(entry("target" + i)));
    log.addRefused(entry("refused"));
    log.close();

    assertThat(log.total()).isEqualTo(31);
    assertThat(log.lost()).isZero();
    assertThat(log.before(OptionalLong.empty(), 2))
        .extracting(AuditEntry::target)
        .containsExactly("refused", "target29");
    assertThat(log.before(OptionalLong.of(3), 10))
        .extracting(AuditEntry::number)
        .containsExactly(2L, 1L);
  }

  /** Refused requests of a stranger never delay anybody; those that changed something wait. */
  @Test
  void aFullLogCountsTheRefusedRequestsThatItDoesNotKeep() {
    var store = new Blocked();
    AuditLog log = AuditLog.start(store);
    log.add(entry("first"));
    store.awaitBatch();
    IntStream.range(0, MOST_WAITING + 7).forEach(i -> log.addRefused(entry("stranger")));
    assertThat(log.lost()).isEqualTo(7);
    log.add(entry("waits, and is lost"));
    assertThat(log.lost()).isEqualTo(8);

    store.release();
    log.close();

    assertThat(log.total()).isEqualTo(1 + MOST_WAITING);
    assertThat(log.lost()).isEqualTo(8);
  }

  @Test
  void entriesThatTheDatabaseRefusesAreCountedAndLaterOnesHaveTheirNumbers() {
    var store = new Refusing();
    AuditLog log = AuditLog.start(store);
    log.add(entry("lost"));
    store.awaitRefusal();
    log.add(entry("kept"));
    log.close();

    assertThat(log.lost()).isEqualTo(1);
    assertThat(store.before(OptionalLong.empty(), 9))
        .extracting(AuditEntry::number, AuditEntry::target)
        .containsExactly(tuple(1L, "kept"));
  }

  @Test
  void aMillionEntriesAreKept() {
    var store = new AuditInMemory();
    store.append(List.of(numbered(1), numbered(500), numbered(501), numbered(MOST_KEPT + 400)));
    AuditLog log = AuditLog.start(store);
    IntStream.range(0, 100).forEach(i -> log.add(entry("more")));
    log.close();
    assertThat(log.total()).isEqualTo(MOST_KEPT + 500);
    assertThat(oldest(store)).as("nothing is removed before a thousand more").isEqualTo(1);

    AuditLog next = AuditLog.start(store);
    IntStream.range(0, 500).forEach(i -> next.add(entry("more")));
    next.close();

    assertThat(next.total()).isEqualTo(MOST_KEPT + 1000);
    assertThat(oldest(store)).isEqualTo(MOST_KEPT + 400);
  }

  private static long oldest(AuditStore store) {
    return store.before(OptionalLong.empty(), Integer.MAX_VALUE).getLast().number();
  }

  private static AuditEntry entry(String target) {
    return new AuditEntry(
        0, Instant.parse("2026-05-01T12:00:00Z"), "ada", "127.0.0.1", "POST /a", target, "202");
  }

  private static AuditEntry numbered(long number) {
    return new AuditEntry(
        number, Instant.parse("2026-05-01T12:00:00Z"), "ada", "127.0.0.1", "POST /a", "old", "202");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A store that accepts nothing until it is released. */
  private static final class Blocked extends AuditDecorator {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public void append(List<AuditEntry> entries) {
      begun.countDown();
      await(released);
      super.append(entries);
    }

    private void awaitBatch() {
      await(begun);
    }

    private void release() {
      released.countDown();
    }
  }

  /** A store that refuses its first batch. */
  private static final class Refusing extends AuditDecorator {
    private final CountDownLatch refused = new CountDownLatch(1);

    @Override
    public void append(List<AuditEntry> entries) {
      if (refused.getCount() > 0) {
        refused.countDown();
        throw new IllegalStateException("no space left on the device");
      }
      super.append(entries);
    }

    private void awaitRefusal() {
      await(refused);
    }
  }

  private abstract static class AuditDecorator implements AuditStore {
    private final AuditInMemory store = new AuditInMemory();

    @Override
    public long last() {
      return store.last();
    }

    @Override
    public void append(List<AuditEntry> entries) {
      store.append(entries);
    }

    @Override
    public List<AuditEntry> before(OptionalLong number, int limit) {
      return store.before(number, limit);
    }

    @Override
    public void forget(long number) {
      store.forget(number);
    }
  }
}
