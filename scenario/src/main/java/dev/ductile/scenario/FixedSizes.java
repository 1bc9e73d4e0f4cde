package dev.ductile.scenario;

import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Warns if policies that resize jobs meet a workload in which no job can be resized. A large trace
 * that must be sorted is not read for this warning: its format says that it knows one size of each.
 */
public final class FixedSizes {
  private static final int MOST_READ = 100_000;
  private static final int MOST_NAMED = 4;

  private FixedSizes() {}

  /** The scenario, with the warning among the notes of its workload if it has cause. */
  public static Scenario noted(Scenario scenario, Catalog catalog) {
    return warning(scenario, catalog)
        .map(warning ->
            scenario.withWorkload(new NotedWorkload(scenario.workload(), List.of(warning))))
        .orElse(scenario);
  }

  static Optional<String> warning(Scenario scenario, Catalog catalog) {
    List<String> resizing =
        catalog.policies().stream()
            .filter(PolicyProvider::resizes)
            .map(provider -> provider.profile().name())
            .toList();
    List<String> idle =
        scenario.policies().stream()
            .map(Choice::name)
            .distinct()
            .filter(resizing::contains)
            .toList();
    if (idle.isEmpty()) {
      return Optional.empty();
    }
    return fixed(scenario).map(jobs -> sentence(jobs, idle, scenario.workload().sizesAdvice()));
  }

  /** The jobs of one size in words; empty if one of the first jobs has several. */
  private static Optional<String> fixed(Scenario scenario) {
    if (!scenario.workload().isLazy()) {
      return scenario.workload().isRigid()
          ? Optional.of("all jobs of the trace are")
          : Optional.empty();
    }
    long count = count(scenario);
    return count == 0 ? Optional.empty() : Optional.of(words(count));
  }

  /** The number of jobs of one size; 0 if there is a job with several among the first. */
  private static long count(Scenario scenario) {
    try (Stream<Submission> jobs =
        scenario.workload().submissions(scenario.seeds().getFirst(), 1)) {
      var sizes = new Sizes();
      return jobs.limit(MOST_READ).allMatch(sizes::isFixed) ? sizes.count : 0;
    }
  }

  private static final class Sizes {
    private long count;

    boolean isFixed(Submission job) {
      count++;
      return job.spec().bounds().isRigid();
    }
  }

  private static String sentence(String jobs, List<String> policies, String advice) {
    String more = policies.size() > MOST_NAMED ? ", ..." : "";
    String named = String.join(", ", policies.subList(0, Math.min(MOST_NAMED, policies.size())));
    return "%s fixed at one size, so %s%s can only order them; %s"
        .formatted(jobs, named, more, advice);
  }

  private static String words(long count) {
    if (count == MOST_READ) {
      return String.format(Locale.ROOT, "the first %,d jobs are", count);
    }
    return count == 1 ? "the 1 job is" : "all " + Reason.count(count, "job") + " are";
  }
}
