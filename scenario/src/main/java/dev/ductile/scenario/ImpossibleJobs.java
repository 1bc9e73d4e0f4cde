package dev.ductile.scenario;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The jobs of a scenario that never start, collected while its runs read them. */
public final class ImpossibleJobs {
  private static final int MOST_KEPT = 10_000;
  private static final int MOST_NAMED = 5;

  private final Catalog catalog;
  private final Map<String, String> notes = new ConcurrentSkipListMap<>();

  /** No jobs yet. */
  public ImpossibleJobs(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The same scenario; its impossible jobs are collected here. */
  public Scenario watched(Scenario scenario) {
    Optional<String> ordering = OversizedJobs.ordering(scenario, catalog);
    return scenario.withWorkload(new Watched(this, scenario, scenario.workload(), ordering));
  }

  /** Each run reads its jobs on a thread of its own. */
  private record Watched(
      ImpossibleJobs found, Scenario scenario, Workload workload, Optional<String> ordering)
      implements DerivedWorkload {
    @Override
    public Stream<Submission> submissions(long seed, double load) {
      var oversized = new OversizedJobs(scenario.nodes());
      return workload
          .submissions(seed, load)
          .peek(job ->
              oversized
                  .note(job.spec(), ordering)
                  .ifPresent(note -> found.add(job.spec().id().name(), note)));
    }
  }

  private void add(String job, String note) {
    if (notes.size() < MOST_KEPT) {
      notes.putIfAbsent(job, note);
    }
  }

  /** Their number and names, and the reason of one of them; empty if there is none. */
  public Optional<String> sentence() {
    int count = notes.size();
    if (count < 2) {
      return notes.values().stream().findFirst();
    }
    String named = notes.keySet().stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return Optional.of(
        "%s%,d jobs never start: %s%s; %s"
            .formatted(
                count < MOST_KEPT ? "" : "at least ",
                count,
                named,
                count > MOST_NAMED ? ", ..." : "",
                notes.values().iterator().next()));
  }
}
