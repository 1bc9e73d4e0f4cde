package dev.ductile.answers.forecast;

import dev.ductile.rest.TimeRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Times from several futures in their order. A time that a future does not know is later than all
 * others.
 */
record TimeQuantiles(List<Instant> sorted) {
  private static final double LOW = 0.1;

  TimeQuantiles {
    sorted = sorted.stream().sorted().toList();
  }

  static TimeQuantiles of(List<Optional<Instant>> times) {
    return new TimeQuantiles(times.stream().map(time -> time.orElse(Instant.MAX)).toList());
  }

  /** The interval of 80 % and the median; absent if one of them is unknown. */
  Optional<TimeRange> range() {
    return sorted.isEmpty() || latest().equals(Instant.MAX)
        ? Optional.empty()
        : Optional.of(new TimeRange(earliest(), median(), latest()));
  }

  /** A tenth of the futures is earlier. */
  Instant earliest() {
    return rank(Math.max(1, (int) Math.floor(LOW * (sorted.size() + 1))));
  }

  Instant median() {
    return rank((sorted.size() + 1) / 2);
  }

  /** A tenth of the futures is later. */
  Instant latest() {
    return rank(Math.min(sorted.size(), (int) Math.ceil((1 - LOW) * (sorted.size() + 1))));
  }

  private Instant rank(int place) {
    return sorted.get(place - 1);
  }
}
