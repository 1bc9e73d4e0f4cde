package dev.ductile.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Clock;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Engine;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Queue;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.fallback.Guarded;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.PolicyView;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scheduler.ChangeReasons;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.scheduler.DecisionTimes;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LiveCluster;
import dev.ductile.scheduler.RestingJobs;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.scheduler.SchedulerTuning;
import dev.ductile.scheduler.UnsteadyJob;
import dev.ductile.server.tracing.RoundTracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One live cluster with its journal and its readers. Commands come from any thread, and any thread
 * reads the view. It outlives neither its process nor its engine; jobs outlive it, and the next
 * service on the same journal takes them over.
 */
public final class ClusterService implements AutoCloseable {
  /** The most commands that may wait for the next round. */
  private static final int MOST_COMMANDS = 20_000;

  /** Decides where the policy throws an exception; it needs nothing but the jobs. */
  private static final Choice FALLBACK = Choice.named("fifo");

  private volatile ServerSettings settings;
  private final LongSupplier nanos;
  private final Catalog catalog;
  private final ServiceJournal journal;
  private final DecisionTimer timer = new DecisionTimer();
  private final RoundTimer rounds;
  private final RoundTracing tracing;
  private final JobTracks tracks;
  private final JobNames names = new JobNames();
  private final LiveObserver live;
  private final LiveCluster cluster;
  private final PromptAnswers answers;
  private final RestingJobs resting;
  private final ServiceFolds folds;
  private Optional<CompletableFuture<Void>> running = Optional.empty();
  private volatile LiveView view;
  private volatile Predicate<JobId> idle = _ -> false;
  private volatile Optional<DecisionView> lastDecision = Optional.empty();

  /**
   * A service that has recovered its state and takes commands, but has not begun to schedule.
   *
   * @param engine runs the jobs, and gives the time; the service closes it
   * @param journal has the past of the cluster
   * @param records takes the records of decisions and of jobs that end
   * @param readers read what happens, and what has happened before
   * @param nanos a clock that never goes back, to time decisions
   */
  public <E extends Engine & Clock> ClusterService(
      ServerSettings settings,
      Catalog catalog,
      E engine,
      ServiceJournal journal,
      ServiceRecords records,
      ServiceReaders readers,
      LongSupplier nanos) {
    this.nanos = nanos;
    this.rounds = new RoundTimer(nanos);
    this.tracing = readers.tracing();
    this.settings = settings;
    this.catalog = catalog;
    this.journal = journal;
    this.tracks = new JobTracks(records::ended);
    this.live = new LiveObserver(tracks, picture -> view = picture);
    Estimator estimator = settings.estimator().map(catalog::estimator).orElse(Estimator.NONE);
    this.resting = new RestingJobs(settings.stability());
    this.folds =
        ServiceFolds.recover(
            journal,
            records,
            catalog,
            estimator,
            new FoldedViews(live, tracks, names, resting, readers));
    Ledger ledger = folds.ledger();
    List<Event> missing = missing(ledger, engine);
    live.watch(resting);
    this.view = live.view(ledger.picture(engine.instant()));
    this.cluster =
        new LiveCluster(
            tracing.parts(
                SchedulerParts.of(policy(settings.policy().line()), engine, engine, ledger)
                    .withPace(pace(settings.decisions()))
                    .withObserver(
                        readers
                            .history()
                            .and(live)
                            .and(names.observer())
                            .and(recorder(records))
                            .and(readers.live())
                            .and(folds.observer())
                            .and(rounds))
                    .withResting(resting)
                    .withReasons(ChangeReasons.ofPlans(this::policy))
                    .withJournal(journal)),
            this::policy,
            MOST_COMMANDS);
    this.answers = new PromptAnswers(cluster::send);
    journal.append(missing);
    if (ledger.activeJobs() > 0) {
      cluster.adopt();
    }
  }

  private DecisionRecorder recorder(ServiceRecords records) {
    return new DecisionRecorder(
        records.nextDecision(),
        this::policy,
        timer::milliseconds,
        decision -> {
          lastDecision = Optional.of(decision);
          records.decided(decision);
        });
  }

  private static DecisionTimes pace(Decisions decisions) {
    return new DecisionTimes(decisions.onEvents(), decisions.every(), decisions.leastInterval());
  }

  /** The events that happened while no server was there. */
  private List<Event> missing(Ledger ledger, Clock clock) {
    Set<NodeId> named = new HashSet<>();
    settings.nodes().list().forEach(node -> named.add(node.id()));
    var missing = new ArrayList<Event>();
    LiveView view = live.view(ledger.picture(clock.instant()));
    Set<NodeId> gone = without(view.present().keySet(), named);
    live.remove(gone);
    live.remove(without(view.down().keySet(), named));
    gone.stream()
        .sorted()
        .forEach(node ->
            missing.add(
                new Event.NodeDown(clock.instant(), node, "the server file no longer names it")));
    missing.forEach(event -> {
      ledger.fold(event);
      resting.take(event);
      live.happened(event);
    });
    return missing;
  }

  private static Set<NodeId> without(Set<NodeId> nodes, Set<NodeId> named) {
    var rest = new HashSet<NodeId>(nodes);
    rest.removeAll(named);
    return rest;
  }

  /**
   * Begins to schedule on a thread of its own. The result completes when that thread ends,
   * exceptionally if an exception ended it.
   */
  public CompletableFuture<Void> start() {
    List<Queue> known = view.cluster().settings().queues();
    for (Queue queue : settings.queues()) {
      if (known.stream().noneMatch(one -> one.name().equals(queue.name()))) {
        var _ = cluster.send(new Command.SetQueue(queue));
      }
    }
    CompletableFuture<Void> ended = cluster.start();
    running = Optional.of(ended);
    return ended;
  }

  /** Takes other settings of those that can change while it runs and are no events. */
  public void change(ServerSettings next) {
    settings = next;
    cluster.tune(new SchedulerTuning(pace(next.decisions()), next.stability()));
  }

  /**
   * Sends a command; the answer comes when the command is in the journal. It comes after 20 seconds
   * at the latest, and at once in an outage of the database.
   */
  public CompletableFuture<CommandAnswer> send(Command command) {
    return answers.send(command);
  }

  /** Refuses commands at once from now on, while this names an outage of the database. */
  public void refuseDuring(Supplier<Optional<String>> outage) {
    answers.refuseDuring(outage);
  }

  /** The job of this id, if it is not over. */
  public Optional<Job> find(JobId job) {
    return view.find(job);
  }

  /** A job as lists show it, if it is not over or ended lately. */
  public Optional<JobSummary> summary(JobId id) {
    LiveView now = view;
    return tracks
        .findEnded(id)
        .map(JobDocuments::summary)
        .or(() ->
            now.find(id)
                .flatMap(job ->
                    tracks
                        .find(id)
                        .map(track ->
                            JobDocuments.summary(
                                job, track, now.why(job), isIdle(id), now.cluster().now()))));
  }

  /** The picture of the cluster after the last batch of events. */
  public Cluster picture() {
    return view.cluster();
  }

  /** The cluster after the last batch of events. */
  LiveView view() {
    return view;
  }

  /** The request of a job as its user made it, without a size that is fixed by hand. */
  public Optional<JobSpec> requested(JobId job) {
    return view.find(job).map(found -> found.manualOverride().unscaled().orElse(found.spec()));
  }

  /** The settings of a queue, if it has any. */
  public Optional<Queue> queue(String name) {
    return view.cluster().settings().queues().stream()
        .filter(queue -> queue.name().equals(name))
        .findFirst();
  }

  /** The installed policies. */
  public List<PolicyView> policies() {
    return catalog.policies().stream().map(ClusterService::document).toList();
  }

  private static PolicyView document(PolicyProvider<?> provider) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    Catalog.settings(provider).forEach(setting -> values.put(setting.name(), setting.value()));
    PolicyProvider.Profile profile = provider.profile();
    return new PolicyView(
        profile.name(), profile.paper(), profile.summary(), provider.resizes(), values);
  }

  /** The jobs that change too often. */
  public List<UnsteadyJob> unsteady() {
    LiveView now = view;
    return now.unsteady().stream().filter(job -> job.until().isAfter(now.cluster().now())).toList();
  }

  /** The last decision since this server began. */
  public Optional<DecisionView> lastDecision() {
    return lastDecision;
  }

  /** Shows the time of each later round with a decision, on the thread of the scheduler. */
  public void showRounds(Consumer<Duration> reader) {
    rounds.show(reader);
  }

  /** Flags jobs as idle from now on. */
  public void showIdle(Predicate<JobId> isIdle) {
    idle = isIdle;
  }

  boolean isIdle(JobId job) {
    return idle.test(job);
  }

  /** How long the decision under way has taken so far; 0 if there is none. */
  public double decidingSeconds() {
    return timer.since().map(begin -> (nanos.getAsLong() - begin) / 1e9).orElse(0.0);
  }

  JobNames names() {
    return names;
  }

  JobTracks tracks() {
    return tracks;
  }

  DecisionTimer timer() {
    return timer;
  }

  public ServerSettings settings() {
    return settings;
  }

  /** The policy that decides now, with its settings. */
  public String policy() {
    return view.cluster().settings().policy().orElse(settings.policy().line());
  }

  /** A policy by its line; where it throws an exception, another one decides. */
  private Policy policy(String line) {
    return tracing.policy(
        new TimedPolicy(
            new Guarded(made(Choice.ofLine(line)), made(FALLBACK), DecisionCheck.NONE),
            nanos,
            timer));
  }

  /** A new instance of a policy, as this cluster uses it. */
  public Policy made(Choice choice) {
    return new PolicySource(settings, catalog).made(choice);
  }

  /** Ends the loop, and takes a last snapshot if the loop has ended in order; jobs continue. */
  @Override
  public void close() {
    cluster.close();
    boolean isOrderly = running.filter(ended -> ended.state() == Future.State.SUCCESS).isPresent();
    journal.close(() -> isOrderly ? folds.snapshot() : Optional.empty());
  }
}
