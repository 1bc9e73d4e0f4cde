package dev.ductile.journal;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Whether the writes of one writer of a database succeed. One thread writes, any thread reads. */
public final class WriteHealth {
  /** The time without a failure after which a database counts as back. */
  static final Duration CALM = Duration.ofSeconds(5);

  /** A write that takes longer is a problem before it fails. */
  static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private volatile Optional<Long> began = Optional.empty();
  private volatile Optional<Failure> last = Optional.empty();

  /**
   * Failures without a success between them.
   *
   * @param since the time of the first one
   * @param at the time of the last one
   */
  private record Failure(String why, long since, long at, boolean isOver) {}

  /**
   * The health of a writer that has not written.
   *
   * @param nanos a clock that never goes back
   */
  public WriteHealth(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Makes one write, and remembers its result. */
  public <T> T of(Supplier<T> write) {
    began = Optional.of(nanos.getAsLong());
    try {
      T result = write.get();
      last = last.map(failure -> new Failure(failure.why(), failure.since(), failure.at(), true));
      return result;
    } catch (UncheckedIOException failure) {
      last = Optional.of(failed(failure, nanos.getAsLong()));
      throw failure;
    } finally {
      began = Optional.empty();
    }
  }

  private Failure failed(UncheckedIOException why, long now) {
    long since = last.filter(failure -> !failure.isOver()).map(Failure::since).orElse(now);
    return new Failure(sentence(why), since, now, false);
  }

  /** Addresses and paths stay in the log, because anybody may ask whether a server is ready. */
  private static String sentence(UncheckedIOException failure) {
    return failure instanceof DatabaseException known
        ? known.sentence()
        : "the database cannot be written; the log of the server says why";
  }

  /** Why the database cannot be written now, as a sentence without names; empty if it can. */
  public Optional<String> problem() {
    return last.filter(failure -> !failure.isOver())
        .map(Failure::why)
        .or(this::slowness)
        .or(this::recovery);
  }

  /** Why the database cannot be written, if the outage has lasted for at least this time. */
  public Optional<String> outage(Duration least) {
    return last.filter(failure -> !failure.isOver())
        .filter(failure -> since(failure.since()).compareTo(least) >= 0)
        .map(Failure::why);
  }

  private Optional<String> slowness() {
    return began
        .map(this::since)
        .filter(time -> time.compareTo(LONGEST_WRITE) > 0)
        .map(time ->
            "the database has not answered a write for %d s; look at it, and at the network"
                .formatted(time.toSeconds()));
  }

  private Optional<String> recovery() {
    return last.filter(failure -> since(failure.at()).compareTo(CALM) < 0)
        .map(_ ->
            "the database is written again; it counts as back after %d s without a failure"
                .formatted(CALM.toSeconds()));
  }

  private Duration since(long nano) {
    return Duration.ofNanos(nanos.getAsLong() - nano);
  }
}
