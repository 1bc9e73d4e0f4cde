package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Note;
import dev.ductile.api.Phase;
import dev.ductile.api.Protection;
import dev.ductile.api.Queue;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * The random events of one seed: nodes join, change and leave, jobs are submitted and end, and
 * reports come in any order. Reports may be late, repeated, or about unknown jobs. Sometimes a
 * second job has the name of an active one.
 */
public final class EventStory {
  private static final int JOBS = 6;
  private static final List<Integer> PAUSES = List.of(0, 0, 8);
  private static final List<Integer> PROTECTIONS = List.of(0, 0, 5, 40);

  private static final Words GIVEN =
      new Words(
          GivenSpeed.of(Allocation::workers),
          List.of(
              GivenSpeed.of(where -> 0.5 * where.workers()),
              GivenSpeed.of(where -> 3.0 + where.workers()),
              SpeedSpec.UNKNOWN),
          Map.of(
              "one", value -> new Remark(value),
              "another", value -> new Remark(value)));

  /** A note of a policy. */
  private record Remark(int value) implements Note {}

  /**
   * The values of a story that depend on plug-ins.
   *
   * @param speed the speed that jobs are submitted with
   * @param learned the speeds that are learned later
   * @param notes makes a note from a number, by the name of its policy
   */
  public record Words(
      SpeedSpec speed, List<SpeedSpec> learned, Map<String, IntFunction<Note>> notes) {}

  private final Words words;
  private final RandomGenerator random;
  private final Set<JobId> active = new HashSet<>();
  private final Map<JobId, Long> revisions = new HashMap<>();
  private final Map<JobId, JobSpec> specs = new HashMap<>();
  private final List<Allocation> orders = new ArrayList<>(List.of(Allocation.NONE));
  private Instant now = Instant.EPOCH;

  private EventStory(long seed, Words words) {
    this.words = words;
    random = new Seed(seed).stream("events");
  }

  /** A story whose speeds are those of {@link GivenSpeed}. */
  public static List<Event> of(long seed, int length) {
    return of(seed, length, GIVEN);
  }

  public static List<Event> of(long seed, int length, Words words) {
    var story = new EventStory(seed, words);
    var events = new ArrayList<Event>();
    while (events.size() < length) {
      story.now = story.now.plusMillis(250L * story.between(0, 40));
      events.add(story.next());
    }
    return events;
  }

  private Event next() {
    var job = new JobId("job-" + between(1, JOBS));
    if (!active.contains(job) && between(0, 3) > 0) {
      active.add(job);
      return submitted(job);
    }
    return switch (between(0, 21)) {
      case 0 -> new Event.NodeUp(now, node());
      case 1 -> new Event.NodeDown(now, node(2 * between(0, 1)), "the story says so");
      case 2, 3, 4, 5 -> new Event.Allocated(now, job, nextRevision(job), oneOf(orders), order());
      case 6, 7, 8, 9 -> new Event.Running(now, job, recent(job), recentOrder(), rate());
      case 10 -> new Event.Progressed(now, job, recent(job), steps(), rate());
      case 11 ->
          new Event.Progressed(now, job, recent(job), steps(), rate(), OptionalDouble.of(steps()));
      case 12 ->
          new Event.Rescaled(
              now, job, recent(job), Size.workers(1), Size.workers(2), seconds(PAUSES));
      case 13 -> new Event.Released(now, job, recent(job), steps());
      case 14 -> new Event.Crashed(now, job, recent(job), steps(), "the story says so");
      case 15 -> new Event.Unknown(now, job, recent(job), "the story says so");
      case 16 -> noted(job);
      case 17 -> secondOfItsName(job);
      case 18 -> changedByItsUser(job);
      case 19 -> changedByAnOperator();
      default -> ended(job);
    };
  }

  private Event submitted(JobId job) {
    JobSpec spec = spec(job);
    specs.putIfAbsent(job, spec);
    return new Event.Submitted(now, spec, words.speed(), seconds(PAUSES));
  }

  private Event changedByItsUser(JobId job) {
    return switch (between(0, 5)) {
      case 0, 1 -> new Event.Held(now, job, "the story says so");
      case 2 -> new Event.Resumed(now, job);
      case 3 -> new Event.Amended(now, known(job).withQueue("queue-1", between(0, 3)));
      case 4 -> new Event.Scaled(now, job, legal(known(job)));
      default -> new Event.Unscaled(now, job);
    };
  }

  private JobSpec known(JobId job) {
    return specs.containsKey(job) ? specs.get(job) : spec(job);
  }

  private Size legal(JobSpec spec) {
    return new Size(between(1, 4), spec.bounds().servers().most() == 0 ? 0 : between(1, 2));
  }

  private Event changedByAnOperator() {
    return switch (between(0, 5)) {
      case 5 -> new Event.QueueRemoved(now, "queue-" + between(1, 2));
      case 3 -> new Event.PolicySet(now, "policy-" + between(1, 3));
      case 0, 1 -> new Event.NodeDrained(now, node(2 * between(0, 1)), "the story says so");
      case 2 -> new Event.NodeUndrained(now, node(2 * between(0, 1)));
      default -> new Event.QueueSet(now, queue("queue-" + between(1, 2)));
    };
  }

  /** A queue with a quota; or one that shares the cluster and mostly counts past use. */
  private Queue queue(String name) {
    Sharing sharing = Sharing.weight(between(1, 3));
    return switch (between(0, 3)) {
      case 0 -> new Queue(name, Resources.gpus(between(1, 8)));
      case 1 -> Queue.sharing(name, sharing);
      default -> Queue.sharing(name, sharing.withHalfLife(Duration.ofSeconds(between(1, 60))));
    };
  }

  private Event secondOfItsName(JobId job) {
    return active.add(job) || random.nextBoolean()
        ? submitted(job)
        : new Event.Refused(now, job, "the story says so");
  }

  private JobSpec spec(JobId id) {
    boolean served = between(0, 2) == 0;
    var demand =
        new Demand(
            Resources.gpus(1),
            served ? Resources.of(Resources.CPU, 2) : Resources.NONE,
            Resources.NONE);
    var bounds = new Bounds(Range.between(1, 4), served ? Range.between(1, 2) : Range.ZERO);
    Demand labelled = between(0, 2) > 0 ? demand : demand.withLabels(Labels.of("zone", "east"));
    return JobSpec.of(id, labelled, bounds, new Work(100, between(0, 1) * 10, "steps"))
        .withProtection(new Protection(seconds(PROTECTIONS), seconds(PROTECTIONS)))
        .withGang(oneOf(List.of(Gang.NONE, Gang.NONE, new Gang("one", 2), new Gang("two", 3))));
  }

  private Event noted(JobId job) {
    return switch (between(0, 2)) {
      case 0 -> remark(job);
      case 1 -> new Event.PhaseChanged(now, job, oneOf(List.of(Phase.values())));
      default -> new Event.SpeedLearned(now, job, oneOf(words.learned()));
    };
  }

  private Event remark(JobId job) {
    String policy = oneOf(words.notes().keySet().stream().sorted().toList());
    Note note = Objects.requireNonNull(words.notes().get(policy)).apply(between(0, 3));
    return new Event.Noted(now, job, policy, note);
  }

  private Event ended(JobId job) {
    active.remove(job);
    specs.remove(job);
    revisions.remove(job);
    return switch (between(0, 2)) {
      case 0 -> new Event.Finished(now, job);
      case 1 -> new Event.Failed(now, job, "the story says so");
      default -> new Event.Cancelled(now, job, "the story says so");
    };
  }

  /** The next allocation of a job: often none. */
  private Allocation order() {
    Allocation order =
        between(0, 4) == 0
            ? Allocation.NONE
            : Allocation.of(
                Map.of(node(0), Size.workers(between(1, 4)), node(2), new Size(1, between(0, 2))));
    orders.add(order);
    return order;
  }

  private long nextRevision(JobId job) {
    return revisions.merge(job, 1L, Long::sum);
  }

  /** Mostly the last order of a job; a report of an earlier order is late. */
  private long recent(JobId job) {
    return Math.max(0, revisions.getOrDefault(job, 0L) - between(-2, 2) / 2);
  }

  /** The allocation of a recent order; often not that of the last one. */
  private Allocation recentOrder() {
    return orders.get(Math.max(0, orders.size() - between(1, 6)));
  }

  private Resources capacity() {
    return Resources.of(
        Map.of(Resources.GPU, (double) between(0, 8), Resources.CPU, (double) between(1, 16)));
  }

  /** A node whose labels and device type sometimes change. */
  private Node node() {
    return new Node(
        node(2 * between(0, 1)),
        capacity(),
        between(0, 1) == 0 ? Labels.NONE : Labels.of("zone", "east"),
        new Device(Resources.GPU, oneOf(List.of("", "a100"))));
  }

  /** One of two nodes: those that begin here, so that an allocation names each only once. */
  private NodeId node(int from) {
    return new NodeId("node-" + (from + between(0, 1)));
  }

  private double rate() {
    return between(0, 6) / 2.0;
  }

  private double steps() {
    return between(0, 120);
  }

  private Duration seconds(List<Integer> choices) {
    return Duration.ofSeconds(oneOf(choices));
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }
}
