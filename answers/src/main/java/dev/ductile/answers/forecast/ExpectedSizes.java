package dev.ductile.answers.forecast;

import dev.ductile.answers.Views;
import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.rest.SizeForecast;
import dev.ductile.rest.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The size of a job over time: at each instant the median of the futures in which it has not ended.
 */
record ExpectedSizes(JobId job, List<SimulatedFuture> futures) {
  private static final int MOST = 20;

  /** The median size, and the times from which it holds. */
  List<SizeForecast> list() {
    var list = new ArrayList<SizeForecast>();
    Size size = Size.NONE;
    Instant since = Instant.MIN;
    for (Instant at : times()) {
      Size next = medianAt(at).orElse(size);
      if (!next.equals(size) && list.size() < MOST) {
        list.add(new SizeForecast(range(size, next, since, at), Views.counts(next)));
        size = next;
        since = at;
      }
    }
    return list;
  }

  private SortedSet<Instant> times() {
    var times = new TreeSet<Instant>();
    for (SimulatedFuture future : futures) {
      future.sizes(job).forEach(change -> times.add(change.from()));
    }
    return times;
  }

  private Optional<Size> medianAt(Instant at) {
    List<Size> sizes =
        futures.stream()
            .filter(future -> future.end(job).map(at::isBefore).orElse(true))
            .map(future -> sizeAt(future, at))
            .sorted()
            .toList();
    return sizes.isEmpty() ? Optional.empty() : Optional.of(sizes.get((sizes.size() - 1) / 2));
  }

  private Size sizeAt(SimulatedFuture future, Instant at) {
    Size size = Size.NONE;
    for (SimulatedFuture.Change change : future.sizes(job)) {
      if (change.from().isAfter(at)) {
        break;
      }
      size = change.size();
    }
    return size;
  }

  /** The times at which the futures reach the next size, around the time of the median. */
  private TimeRange range(Size size, Size next, Instant since, Instant at) {
    List<Instant> reached =
        futures.stream()
            .map(future -> reaches(future, size, next, since))
            .flatMap(Optional::stream)
            .toList();
    if (reached.isEmpty()) {
      return new TimeRange(at, at, at);
    }
    var times = new TimeQuantiles(reached);
    return new TimeRange(
        earlier(times.earliest(), at),
        at,
        earlier(at, times.latest()).equals(at) ? times.latest() : at);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private Optional<Instant> reaches(SimulatedFuture future, Size size, Size next, Instant since) {
    boolean grows = next.compareTo(size) > 0;
    return future.sizes(job).stream()
        .filter(change -> !change.from().isBefore(since))
        .filter(change -> isBeyond(change.size(), next, grows))
        .map(SimulatedFuture.Change::from)
        .min(Comparator.naturalOrder());
  }

  private static boolean isBeyond(Size reached, Size next, boolean grows) {
    return grows ? reached.compareTo(next) >= 0 : reached.compareTo(next) <= 0;
  }
}
