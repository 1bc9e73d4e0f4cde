package dev.ductile.answers.forecast;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.TimeWords;
import dev.ductile.api.FirstFit;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.rest.SizeForecast;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TimeRange;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A forecast in words: {@code starts with 2 workers now, 6 by about 15:10; ends at about 16:20}.
 */
record ForecastSentence(
    Job job,
    Futures futures,
    TimeQuantiles starts,
    TimeQuantiles ends,
    List<SizeForecast> sizes,
    TimeWords words) {
  private static final int MOST_NAMES = 3;

  String text() {
    Optional<String> obstacle = job.holdsResources() ? Optional.empty() : noStart();
    return obstacle.orElseGet(() -> begin() + growth() + "; " + end());
  }

  private String begin() {
    String size = sizes.isEmpty() ? "" : size(sizes.getFirst().size());
    if (job.holdsResources()) {
      return "has " + size + " now";
    }
    TimeRange range = starts.range().orElseThrow();
    return "starts with %s %s%s".formatted(size, words.at(range.median()), words.interval(range));
  }

  /** Why no start can be told; empty if one can. */
  private Optional<String> noStart() {
    if (starts.range().isPresent()) {
      return Optional.empty();
    }
    Optional<Instant> cut =
        futures.list().stream()
            .filter(future -> future.isCut() && future.start(job.id()).isEmpty())
            .map(future -> future.last().now())
            .min(Comparator.naturalOrder());
    return Optional.of(
        cut.map(time ->
                "starts after %s; the simulation of so many jobs was ended there"
                    .formatted(words.moment(time)))
            .orElseGet(this::unknownStart));
  }

  /** The simulations end because nothing else happens in them. */
  private String unknownStart() {
    List<Job> others = others();
    List<String> endless =
        others.stream()
            .filter(other -> other.progress().stepsPerSecond() == 0)
            .filter(other -> isStarted(other) || !(other.speedAt(least(other)) > 0))
            .map(other -> other.id().name())
            .toList();
    boolean isNever = starts.earliest().equals(Instant.MAX);
    if (!endless.isEmpty() && fitsAlone()) {
      String cause =
          "because the speed of %s is unknown, and so the time of its end"
              .formatted(names(endless));
      return isNever
          ? "its start is unknown, " + cause
          : "starts %s at the earliest; the latest time is unknown, %s"
              .formatted(words.at(starts.earliest()), cause);
    }
    if (!isNever) {
      return "starts %s at the earliest, and in some simulations not even after all other jobs"
          .formatted(words.at(starts.earliest()));
    }
    return others.isEmpty() || !fitsAlone()
        ? "its start is unknown, because it finds no place even after all other jobs have ended"
        : "its start is unknown, because neither it nor %s starts in the simulation"
            .formatted(names(others.stream().map(other -> other.id().name()).toList()));
  }

  /** The other jobs that have not ended in the first simulation. */
  private List<Job> others() {
    SimulatedFuture first = futures.list().getFirst();
    return first.last().jobs().stream()
        .filter(other -> !other.id().equals(job.id()))
        .filter(other -> first.end(other.id()).isEmpty())
        .toList();
  }

  private boolean isStarted(Job other) {
    return other.holdsResources() || futures.list().getFirst().start(other.id()).isPresent();
  }

  private static Size least(Job other) {
    return other.spec().bounds().least();
  }

  /** Whether the job would start if it were the only one. */
  private boolean fitsAlone() {
    return FirstFit.fits(
        futures.list().getFirst().last().nodes().allFree(), job.spec().demand(), least(job));
  }

  static String names(List<String> all) {
    String first = all.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    return all.size() <= MOST_NAMES
        ? first
        : first + " and %d more".formatted(all.size() - MOST_NAMES);
  }

  /** The largest later size, or the least one if the job only shrinks. */
  private String growth() {
    if (sizes.size() < 2) {
      return "";
    }
    Comparator<SizeForecast> bySize = Comparator.comparing(later -> api(later.size()));
    Size first = api(sizes.getFirst().size());
    SizeForecast largest = sizes.stream().max(bySize.thenComparing(latestFirst())).orElseThrow();
    if (api(largest.size()).compareTo(first) > 0) {
      return ", %s %s".formatted(brief(largest.size()), words.by(largest.from().median()));
    }
    SizeForecast least =
        sizes.stream()
            .filter(later -> later.size().workers() > 0)
            .min(bySize.thenComparing(latestFirst().reversed()))
            .orElseThrow();
    return api(least.size()).compareTo(first) < 0
        ? ", %s from %s on".formatted(brief(least.size()), words.moment(least.from().median()))
        : "";
  }

  private static Comparator<SizeForecast> latestFirst() {
    return Comparator.comparing((SizeForecast later) -> later.from().median()).reversed();
  }

  private String end() {
    Optional<TimeRange> range = ends.range();
    if (range.isPresent()) {
      return "ends %s%s".formatted(words.at(range.get().median()), words.interval(range.get()));
    }
    if (!(job.speedAt(job.spec().bounds().least()) > 0) && job.progress().stepsPerSecond() == 0) {
      return "its end is unknown, because its speed is unknown";
    }
    if (futures.isCut()) {
      return "its end is later than the simulation, which was ended early";
    }
    return ends.earliest().equals(Instant.MAX)
        ? "its end is unknown"
        : "ends %s at the earliest".formatted(words.at(ends.earliest()));
  }

  private static Size api(TaskCounts counts) {
    return new Size(counts.workers(), counts.servers());
  }

  private static String size(TaskCounts counts) {
    return PredictionAnswer.words(api(counts));
  }

  private static String brief(TaskCounts counts) {
    return counts.servers() == 0 ? Integer.toString(counts.workers()) : size(counts);
  }
}
