package dev.ductile.server.cluster;

import dev.ductile.answers.forecast.DryRunAnswers;
import dev.ductile.answers.forecast.ForecastLimits;
import dev.ductile.answers.forecast.Forecasts;
import dev.ductile.answers.forecast.LiveLimits;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.answers.forecast.ShadowComparison;
import dev.ductile.answers.forecast.WhatIfAnswers;
import dev.ductile.answers.forecast.WhatIfChanges;
import dev.ductile.answers.why.WhyAnswers;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Estimate;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.SpeedCurve;
import dev.ductile.rest.SpeedPoint;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfQuestion;
import dev.ductile.rest.Why;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.server.use.IdleJobs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers that simulate the cluster forward from its live picture, or ask its policy again. */
public final class LiveAnswers {
  /** Simulations at once; further questions are refused until one has its answer. */
  private static final int MOST_AT_ONCE = 4;

  /** Less than that of a question, because it is asked again and again. */
  private static final ForecastLimits SHADOW_LIMITS =
      new ForecastLimits(ForecastLimits.SIMULATIONS, 10_000_000, Duration.ofSeconds(1));

  private static final int MOST_SIZES = 64;
  private static final int SAMPLES = 2_000;

  private final ClusterService service;
  private final Catalog catalog;
  private final JobChanges changes;
  private final PastJobs past;
  private final IdleJobs idle;
  private final Seed seed;
  private final InstantSource time;
  private final ZoneId zone;
  private final LongSupplier nanos;
  private final Semaphore free = new Semaphore(MOST_AT_ONCE);

  /**
   * Answers about a service.
   *
   * @param idle the jobs that use almost nothing
   * @param time the present time, from which simulations start
   * @param zone the time zone of sentences
   * @param nanos a clock that never goes back, for the limits of simulations
   */
  public LiveAnswers(
      ClusterService service,
      Catalog catalog,
      JobChanges changes,
      PastJobs past,
      IdleJobs idle,
      InstantSource time,
      ZoneId zone,
      LongSupplier nanos) {
    this.service = service;
    this.catalog = catalog;
    this.changes = changes;
    this.past = past;
    this.idle = idle;
    this.seed = new Seed(service.settings().seed()).child("forecast");
    this.time = time;
    this.zone = zone;
    this.nanos = nanos;
  }

  /** Thrown when too many questions are being answered. */
  public static final class BusyException extends RuntimeException {
    BusyException() {
      super("%d questions are being simulated; ask again later".formatted(MOST_AT_ONCE));
    }
  }

  /** Why a job waits or has its size; empty if it is not active. */
  public Optional<Why> why(JobId job) {
    return simulated(() -> new WhyAnswers(forecasts()).of(state(), job, changes(job)))
        .map(why -> with(why, idle.sentence(job), service.tracks().find(job)));
  }

  private static Why with(Why why, Optional<String> advice, Optional<JobTrack> track) {
    return new Why(
        why.job(),
        why.state(),
        why.sentence(),
        why.reason(),
        why.needs(),
        why.free(),
        why.blockers(),
        why.position(),
        why.waiting(),
        why.forecast(),
        track.flatMap(SpeedSource::of),
        why.sizes(),
        Stream.concat(advice.stream(), why.advice().stream()).toList(),
        why.changes());
  }

  /**
   * What would happen to jobs that are not submitted.
   *
   * @param state the cluster before the jobs were proposed. A job of an earlier picture has no
   *     identifier that is proposed later.
   */
  public DryRun dryRun(LiveState state, Submissions.Prepared proposed) {
    return simulated(() -> new DryRunAnswers(forecasts(), catalog).of(state, proposed.commands()));
  }

  /** Why jobs can never start in this cluster, even with all of its nodes up and empty. */
  public List<String> problems(Submissions.Prepared prepared) {
    return DryRunAnswers.problems(lastState(), prepared.commands());
  }

  /** Why jobs cannot start at present. */
  public List<String> notes(Submissions.Prepared prepared) {
    return DryRunAnswers.notes(lastState(), prepared.commands());
  }

  /**
   * The answer to a question about another cluster or policy.
   *
   * @param state the cluster before the jobs were proposed
   * @param jobs one more job, as it is proposed; nothing if the question has none
   */
  public WhatIfAnswer whatIf(
      LiveState state, WhatIfQuestion question, Optional<Submissions.Prepared> jobs) {
    Optional<Supplier<Policy>> policy =
        question
            .policy()
            .map(line -> {
              Choice choice = Choice.ofLine(line);
              catalog.check(choice);
              return () -> service.made(choice);
            });
    var changes =
        new WhatIfChanges(
            policy,
            question.policy().orElse(""),
            question.addNodes(),
            question.removeNodes().stream().map(NodeId::new).toList(),
            jobs.map(Submissions.Prepared::commands).orElse(List.of()));
    ForecastLimits limits =
        question
            .simulations()
            .map(ForecastLimits.QUICK::withSimulations)
            .orElse(ForecastLimits.QUICK);
    return simulated(() -> new WhatIfAnswers(limits, seed, catalog, nanos).of(state, changes));
  }

  /** Compares the futures of the present jobs under a policy in shadow and the acting one. */
  public void compare(ShadowComparison shadow) {
    shadow.compare(state(), new WhatIfAnswers(SHADOW_LIMITS, seed, catalog, nanos));
  }

  /** The events of the life of a job, the first first. */
  public List<JobChange> changes(JobId job) {
    return changes.of(job);
  }

  /** The predicted and the measured speed of a job at each of its sizes. */
  public SpeedCurve speeds(JobId id) {
    return service
        .find(id)
        .map(this::speeds)
        .orElseGet(() -> RecordedSpeeds.of(changes(id), measured(id)));
  }

  private SpeedCurve speeds(Job job) {
    Map<Size, Double> measured = measured(job.id());
    var points = new ArrayList<SpeedPoint>();
    for (Size size : sizes(job)) {
      Estimate estimate = job.speed().estimate(Allocation.together(size));
      points.add(
          new SpeedPoint(
              Words.size(size),
              estimate.stepsPerSecond(),
              estimate.low(),
              estimate.high(),
              Optional.ofNullable(measured.get(size))));
    }
    String model = job.speedSpec().isUnknown() ? "unknown" : job.speedSpec().model();
    return new SpeedCurve(model, List.copyOf(points), Words.size(job.allocation().size()));
  }

  private static List<Size> sizes(Job job) {
    JobSpec spec = job.manualOverride().unscaled().orElse(job.spec());
    Bounds bounds = spec.bounds();
    var sizes = new ArrayList<Size>();
    Size size = bounds.least();
    Size before = Size.NONE;
    while (!size.equals(before) && sizes.size() < MOST_SIZES) {
      sizes.add(size);
      before = size;
      size = bounds.after(size);
    }
    Size now = job.allocation().size();
    if (!now.isNone() && !sizes.contains(now)) {
      sizes.add(now);
    }
    return sizes;
  }

  /** The median of the measured speeds at each size. */
  private Map<Size, Double> measured(JobId job) {
    Map<Size, List<Double>> bySize =
        past.samples(job, SAMPLES).stream()
            .filter(sample -> sample.stepsPerSecond() > 0)
            .collect(
                Collectors.groupingBy(
                    sample -> Words.size(sample.size()),
                    TreeMap::new,
                    Collectors.mapping(JobSample::stepsPerSecond, Collectors.toList())));
    Map<Size, Double> medians = new TreeMap<>();
    bySize.forEach((size, speeds) -> medians.put(size, median(speeds)));
    return medians;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  /** The cluster now. */
  public LiveState state() {
    LiveView view = service.view();
    return state(view, atPresent(view.cluster()));
  }

  /**
   * The state in the last round, for what a submission asks; a present picture takes long to make.
   */
  private LiveState lastState() {
    LiveView view = service.view();
    return state(view, view.cluster());
  }

  private LiveState state(LiveView view, Cluster picture) {
    Choice acting = Choice.ofLine(service.policy());
    return new LiveState(
        picture,
        () -> service.made(acting),
        down(view),
        Optional.of(new LiveLimits(service.settings().stability(), view.held())));
  }

  /** The picture at the present time; the last one may be as old as the last event. */
  private Cluster atPresent(Cluster picture) {
    Instant now = time.instant();
    return now.isAfter(picture.now())
        ? Cluster.of(now, picture.nodes(), picture.jobs())
            .withSettings(picture.settings())
            .withUsage(picture.usage())
        : picture;
  }

  /** The nodes that are down, and those of the server file that have not been up so far. */
  private List<Node> down(LiveView view) {
    Map<NodeId, Node> present = view.present();
    var down = new ArrayList<Node>();
    view.down().values().forEach(node -> down.add(node.node()));
    service.settings().nodes().list().stream()
        .filter(node -> !present.containsKey(node.id()) && !view.down().containsKey(node.id()))
        .forEach(down::add);
    return down;
  }

  private Forecasts forecasts() {
    return new Forecasts(ForecastLimits.QUICK, seed, zone, nanos);
  }

  private <T> T simulated(Supplier<T> answer) {
    if (!free.tryAcquire()) {
      throw new BusyException();
    }
    try {
      return answer.get();
    } finally {
      free.release();
    }
  }
}
