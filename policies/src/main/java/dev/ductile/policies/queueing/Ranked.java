package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Notebook;
import dev.ductile.api.Notes;
import dev.ductile.api.Size;
import java.time.Instant;
import java.util.Comparator;

/**
 * A job and its position in the queue: by priority, then by the policy's order, then by arrival.
 */
final class Ranked {
  static final Comparator<Ranked> IN_ORDER = Ranked::compare;

  private final Group group;
  private final int priority;
  private final long arrival;
  private Job job;
  private double key;
  private long turn;

  /**
   * The last allocation and nodes that were found legal together, so that they are checked once.
   */
  private Allocation checked = Allocation.NONE;

  private Nodes checkedOn = Nodes.NONE;
  private boolean sound;
  private boolean settled;

  /** The notes that were read last, so that the queue of a job is looked up once. */
  private Notes readNotes = Notes.NONE;

  private QueueLevel noted = QueueLevel.NEW;

  /** The last decision in which the job held resources, and the last that gave it an allocation. */
  private long seen;

  private long granted;

  Ranked(Job job, Group group) {
    this(job, group, job.spec().priority(), job.arrival());
  }

  private Ranked(Job job, Group group, int priority, long arrival) {
    this.job = job;
    this.group = group;
    this.priority = priority;
    this.arrival = arrival;
  }

  /** A position just before all jobs of that turn, for searches. */
  Ranked before(int otherPriority, double otherKey, long otherTurn) {
    var place = new Ranked(job, group, otherPriority, -1);
    place.key = otherKey;
    place.turn = otherTurn;
    return place;
  }

  /** A job at its position. The key of a waiting job has not changed since the job's last event. */
  static Ranked of(Job job, Group group, QueueOrder order, Instant now) {
    return new Ranked(job, group).rank(order, job.holdsResources() ? now : job.progress().asOf());
  }

  Ranked rank(QueueOrder order, Instant now) {
    key = order.key(job, now);
    turn = order.turn(job);
    return this;
  }

  Job job() {
    return job;
  }

  Group group() {
    return group;
  }

  int priority() {
    return priority;
  }

  long arrival() {
    return arrival;
  }

  double key() {
    return key;
  }

  long turn() {
    return turn;
  }

  boolean isSeen(long decision) {
    return seen == decision;
  }

  void see(Job newer, long decision) {
    job = newer;
    seen = decision;
  }

  /** Whether this is the same job; an equal copy counts as another one, which only costs time. */
  @SuppressWarnings("ReferenceEquality")
  boolean isOf(Job other) {
    return arrival == other.arrival() && job.spec() == other.spec();
  }

  /** The job's last queue and turn. */
  @SuppressWarnings("ReferenceEquality") // equal notes are read again
  QueueLevel noted(Notebook<QueueLevel> notebook) {
    if (readNotes != job.notes()) {
      readNotes = job.notes();
      noted = notebook.read(job, QueueLevel.NEW);
    }
    return noted;
  }

  boolean isGranted(long decision) {
    return granted == decision;
  }

  void markGranted(long decision) {
    granted = decision;
  }

  /** Whether the job's allocation is legal: its size is, and its nodes exist. */
  boolean isSound(Cluster cluster) {
    check(cluster);
    return sound;
  }

  /** Whether the job's allocation is legal and has the size that the policy gives. */
  boolean isSettled(Cluster cluster) {
    check(cluster);
    return settled;
  }

  @SuppressWarnings("ReferenceEquality") // an equal copy is checked again
  private void check(Cluster cluster) {
    if (checked == job.allocation() && checkedOn == cluster.nodes()) {
      return;
    }
    checked = job.allocation();
    checkedOn = cluster.nodes();
    Size size = checked.size();
    sound = job.spec().bounds().allows(size);
    for (Allocation.Share share : checked.shares()) {
      sound &= cluster.nodes().indexOf(share.node()).isPresent();
    }
    settled = sound && size.equals(group.size());
  }

  private static int compare(Ranked a, Ranked b) {
    if (a.priority != b.priority) {
      return a.priority > b.priority ? -1 : 1;
    }
    int byKey = Double.compare(a.key, b.key);
    if (byKey != 0) {
      return byKey;
    }
    int byTurn = Long.compare(a.turn, b.turn);
    return byTurn != 0 ? byTurn : Long.compare(a.arrival, b.arrival);
  }
}
