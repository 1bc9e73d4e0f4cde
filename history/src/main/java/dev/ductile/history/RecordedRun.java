package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Speeds;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.TimedCommand;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A run as its journal records it, up to the last complete batch.
 *
 * @param events from the first to the last; reports of progress between them are left out
 */
public record RecordedRun(List<Event> events) {
  /** Each event takes some hundred bytes of memory; a run of 1,000 jobs has far fewer. */
  private static final int MOST_EVENTS = 2_000_000;

  public RecordedRun {
    events = List.copyOf(events);
  }

  /** Reads a journal and changes nothing; the run may still be in progress. */
  public static RecordedRun read(Path journal, Catalog catalog) throws IOException {
    return read(journal, catalog, MOST_EVENTS);
  }

  static RecordedRun read(Path journal, Catalog catalog, int most) throws IOException {
    if (!Files.isRegularFile(journal)) {
      throw new InputException(
          "there is no journal %s; name the folder of one run of 'ductile run'".formatted(journal));
    }
    return read(
        journal.toString(),
        events -> FileJournal.read(journal, new EventCodec(catalog), events),
        most);
  }

  /**
   * The run of a journal that is stored elsewhere.
   *
   * @param name the journal in messages
   */
  public static RecordedRun read(String name, EventSource source) throws IOException {
    return read(name, source, MOST_EVENTS);
  }

  private static RecordedRun read(String name, EventSource source, int most) throws IOException {
    var events = new ArrayList<Event>();
    source.read(event -> {
      dropReport(events);
      if (events.size() == most) {
        throw new InputException(
            "%s has more than %d events besides reports of progress; a run of so many cannot be replayed"
                .formatted(name, most));
      }
      events.add(event);
    });
    return new RecordedRun(events);
  }

  /**
   * A report of progress has no part in outcomes and simulations, except for its time at the end.
   */
  private static void dropReport(List<Event> events) {
    if (events.size() > 1 && events.getLast() instanceof Event.Progressed) {
      events.removeLast();
    }
  }

  /**
   * The figures. A job that was not over at the last event is unfinished, and so is one that the
   * run cancelled at its end.
   *
   * @param policy the label of the run
   */
  public Run run(String policy, Speeds speeds) {
    Instant start = events.isEmpty() ? Instant.EPOCH : events.getFirst().at();
    var recorder = new Recorder(start, allNodes(), speeds, true);
    events.stream().filter(event -> RunEnd.of(event).isEmpty()).forEach(recorder::happened);
    var counts = new Recorder.RunCounts(recorder.lostSeconds(), 0, 0);
    return recorder.run(policy, 0, 1, lastInstant(start), end(), counts);
  }

  /** The time at which the run ended, or of its last event. */
  private Instant lastInstant(Instant start) {
    Stream<Event> ending = events.stream().filter(event -> RunEnd.of(event).isPresent());
    Instant last = events.isEmpty() ? start : events.getLast().at();
    return ending.findFirst().map(Event::at).orElse(last);
  }

  /**
   * The horizon of a run with this limit, from its first event. A run that was stopped and resumed
   * has as much time as one without breaks; one that kept running in its breaks ends before.
   */
  public Duration horizon(Duration limit) {
    Instant start = events.isEmpty() ? Instant.EPOCH : events.getFirst().at();
    Instant last = lastInstant(start);
    var breaks = new RunBreaks();
    events.forEach(breaks::take);
    return Duration.between(start, last).compareTo(limit) > 0
        ? limit.plus(breaks.until(last))
        : limit;
  }

  /** The limit at which the run ended, as the sentence with which it cancelled its jobs. */
  public Optional<String> limit() {
    return events.stream()
        .filter(event -> RunEnd.of(event).isPresent())
        .map(event -> ((Event.Cancelled) event).why())
        .findFirst();
  }

  private Run.End end() {
    Optional<RunEnd> end = events.stream().flatMap(event -> RunEnd.of(event).stream()).findFirst();
    return end.map(RunEnd::inFigures)
        .orElse(activeJobs().isEmpty() ? Run.End.ALL_OVER : Run.End.HORIZON);
  }

  /** The jobs that were submitted and were not over at the last event. */
  public List<JobId> activeJobs() {
    var active = new LinkedHashSet<JobId>();
    for (Event event : events) {
      if (event instanceof Event.Submitted submitted) {
        active.add(submitted.job());
      } else if (event instanceof Event.Ended ended) {
        active.remove(ended.job());
      }
    }
    return List.copyOf(active);
  }

  /**
   * The submitted jobs in order of time. The true speed of a job is the one that the run learned
   * last, and the expected one is that of its submission. A job that finished without a known end
   * has the true speed at which it takes as long as in the run.
   */
  public List<Submission> submissions() {
    return RecordedCommands.submissions(events);
  }

  /** The jobs of which no speed is known, and that no failure and no user has ended. */
  public List<JobId> jobsWithoutSpeed() {
    List<JobId> ended = setbacks().stream().map(Setback::job).toList();
    return submissions().stream()
        .filter(job -> job.speed().isUnknown())
        .map(job -> job.spec().id())
        .filter(job -> !ended.contains(job))
        .distinct()
        .toList();
  }

  /** The jobs of which the run learned another speed than that of their submission. */
  public List<JobId> jobsWithLearnedSpeed() {
    List<JobId> ofLength = jobsOfRecordedLength();
    return submissions().stream()
        .filter(job -> !job.speed().equals(job.expected()))
        .map(job -> job.spec().id())
        .filter(job -> !ofLength.contains(job))
        .distinct()
        .toList();
  }

  /** The jobs that finished without a known end; a simulation takes the time of the run. */
  public List<JobId> jobsOfRecordedLength() {
    Set<JobId> finished = new HashSet<>();
    Set<JobId> learned = new HashSet<>();
    events.forEach(event -> {
      if (event instanceof Event.Finished job) {
        finished.add(job.job());
      } else if (event instanceof Event.SpeedLearned job) {
        learned.add(job.job());
      }
    });
    return submissions().stream()
        .filter(job ->
            job.spec().work().isUnknown()
                || (job.expected().isUnknown() && !learned.contains(job.spec().id())))
        .filter(job -> !job.speed().isUnknown())
        .map(job -> job.spec().id())
        .filter(finished::contains)
        .distinct()
        .toList();
  }

  /** The seconds for which each job that ended has held resources. */
  public Map<JobId, Double> runTimes() {
    return RunTimes.of(events);
  }

  /** Why a job did not finish. */
  public record Setback(JobId job, Kind kind, String why) {
    /** The cause of a job's end without its result. */
    public enum Kind {
      REFUSED,
      FAILED,
      CANCELLED
    }
  }

  /** The jobs that did not finish, except for those that the run cancelled at its end. */
  public List<Setback> setbacks() {
    return events.stream().flatMap(event -> setback(event).stream()).toList();
  }

  private static Optional<Setback> setback(Event event) {
    if (event instanceof Event.Refused refused) {
      return Optional.of(new Setback(refused.job(), Setback.Kind.REFUSED, refused.why()));
    }
    if (event instanceof Event.Failed failed) {
      return Optional.of(new Setback(failed.job(), Setback.Kind.FAILED, failed.why()));
    }
    return event instanceof Event.Cancelled cancelled && RunEnd.of(event).isEmpty()
        ? Optional.of(new Setback(cancelled.job(), Setback.Kind.CANCELLED, cancelled.why()))
        : Optional.empty();
  }

  /** The policies that commands have chosen, one after the other. */
  public List<String> chosenPolicies() {
    return policyChanges().stream().map(Event.PolicySet::policy).toList();
  }

  /** The changes of the policy, in order of time. */
  public List<Event.PolicySet> policyChanges() {
    return events.stream()
        .filter(Event.PolicySet.class::isInstance)
        .map(Event.PolicySet.class::cast)
        .toList();
  }

  /** The commands of users and operators, in order of time. */
  public List<TimedCommand> commands() {
    return RecordedCommands.of(events);
  }

  /** The nodes that were up before the first job, or else the first one to come. */
  public Nodes nodes() {
    List<Event> before = events.stream().takeWhile(event -> !isSubmission(event)).toList();
    Map<NodeId, Node> up = new LinkedHashMap<>();
    nodeChanges(before.stream()).forEach(change -> apply(change, up));
    if (up.isEmpty()) {
      nodeChanges(events.stream()).limit(1).forEach(change -> apply(change, up));
    }
    return Nodes.of(List.copyOf(up.values()));
  }

  /** The nodes that came, went or changed after those that were up first; in order of time. */
  public List<Event.OfNode> laterNodeChanges() {
    Map<NodeId, Node> up = new LinkedHashMap<>();
    nodes().list().forEach(node -> up.put(node.id(), node));
    return nodeChanges(events.stream().dropWhile(event -> !isSubmission(event)))
        .filter(change -> apply(change, up))
        .toList();
  }

  private static boolean isSubmission(Event event) {
    return event instanceof Event.Submitted;
  }

  private static Stream<Event.OfNode> nodeChanges(Stream<Event> events) {
    return events
        .filter(event -> event instanceof Event.NodeUp || event instanceof Event.NodeDown)
        .map(Event.OfNode.class::cast);
  }

  /** Whether this changes the nodes that are up. */
  private static boolean apply(Event.OfNode change, Map<NodeId, Node> up) {
    return switch (change) {
      case Event.NodeUp event -> !event.node().equals(up.put(event.node().id(), event.node()));
      case Event.NodeDown event -> Optional.ofNullable(up.remove(event.node())).isPresent();
      case Event.NodeDrained _, Event.NodeUndrained _ -> false;
    };
  }

  /** Each node that was ever up, as it was last. */
  private Nodes allNodes() {
    Map<NodeId, Node> nodes = new LinkedHashMap<>();
    for (Event event : events) {
      if (event instanceof Event.NodeUp up) {
        nodes.put(up.node().id(), up.node());
      }
    }
    return Nodes.of(List.copyOf(nodes.values()));
  }
}
