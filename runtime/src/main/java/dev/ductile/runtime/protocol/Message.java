package dev.ductile.runtime.protocol;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.wire.RecordCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** What goes between the master and a task. */
public sealed interface Message {

  // ---- task to master

  /**
   * A task comes, or comes back to a new master.
   *
   * @param member its task is -1 the first time
   */
  record Register(Member member, Standing standing) implements Message {}

  /**
   * A task's answer to {@link Halt}.
   *
   * @param idle how long this worker has made no progress; empty for a server, and for a worker
   *     that has not been resumed yet
   */
  record Stood(int generation, Standing standing, Optional<Idle> idle) implements Message {}

  /**
   * The time in which a worker has made no progress.
   *
   * @param nanos since its last step ended or, where it has finished none since it was resumed,
   *     since it heard of that, which may be long after it was
   * @param sinceStep whether it has finished a step since it was resumed
   */
  record Idle(long nanos, boolean sinceStep) {}

  /** A task has done what {@link Assign} asked. */
  record Ready(int generation) implements Message {}

  /** A follower has the snapshots of these partitions and gets every update. */
  record Synced(List<Integer> partitions) implements Message {}

  /** A worker has these splits now, at least on disk. */
  record Fetched(List<Standing.Holding> splits) implements Message {}

  /**
   * The steps that a worker has finished since its last report.
   *
   * @param idleNanos the time since the last of them ended
   */
  record Progress(List<StepReport> steps, long idleNanos) implements Message {}

  /** The task was asked to stop: it leaves as soon as nothing depends on it. */
  record Leave() implements Message {}

  /** Another task cannot be reached, or does not answer. */
  record Suspect(int task, String why) implements Message {}

  /** A server's part of a checkpoint is on the disk. */
  record Saved(long clock, WrittenFile file) implements Message {}

  /** A server's part of a checkpoint could not be written; the server itself is well. */
  record NotSaved(long clock, String why) implements Message {}

  /**
   * The checkpoint that {@link Assign} names could not be loaded; the task itself is well.
   *
   * @param damaged whether the checkpoint is damaged, so that another try would fail too
   */
  record NotLoaded(int generation, boolean damaged, String why) implements Message {}

  /** The worker cannot get its splits. */
  record Broken(Fault fault, String why) implements Message {}

  /** What keeps a worker from its splits. */
  enum Fault {
    /** The data: every worker meets the same fault. */
    DATA,
    /** The settings of the job: every worker meets the same fault. */
    SETTING,
    /** This worker's disk. */
    DISK,
    /** The server that the data come from: it may answer later. */
    SOURCE
  }

  // ---- master to task

  /** The task belongs to the job. */
  record Welcome(int task, TrainingJob job) implements Message {}

  /**
   * Begin to copy these partitions to a new follower; all of them are yours.
   *
   * @param to the follower, with its address, for it is in no roster yet
   */
  record Follow(Member to, List<Integer> partitions) implements Message {}

  /**
   * Get these splits, from a worker that has them or, where {@code from} is empty, from the source.
   */
  record Fetch(List<Integer> splits, Optional<Member> from) implements Message {}

  /**
   * Stop for a regroup.
   *
   * @param clock a worker before this step goes on until it is there; 0 stops at once; {@code
   *     Long.MAX_VALUE} means its own next boundary
   */
  record Halt(int generation, long clock) implements Message {}

  /**
   * The new generation.
   *
   * @param step the step that comes next, once what is {@code committed} is applied
   * @param start what a copy is to do with its numbers first
   * @param examples of each split; empty until all are known
   * @param cursors where splits go on that are read by cursors
   */
  record Assign(
      int generation,
      long step,
      Start start,
      List<Member> roster,
      Table table,
      List<Integer> examples,
      List<Standing.Cursor> cursors)
      implements Message {
    /** Whether the numbers are those of an earlier step, or of none. */
    public boolean goesBack() {
      return start instanceof Start.Fresh || start instanceof Start.Restore;
    }
  }

  /** Everybody is ready: begin. */
  record Resume(int generation) implements Message {}

  /** Write your primary partitions as they are at the boundary of {@code clock}. */
  record Save(long clock, String directory) implements Message {}

  /**
   * End.
   *
   * @param exitCode 0 when all is done, 143 when it was asked for
   */
  record Stop(int exitCode, String why) implements Message {}

  /** What a copy does with its numbers before a generation begins. */
  sealed interface Start {
    /** Apply the prepared step before {@code Assign.step}, where that is not done. */
    record Commit() implements Start {}

    /** Forget sums of the step that comes next. */
    record Discard() implements Start {}

    /** Begin with the numbers that the model begins with. */
    record Fresh() implements Start {}

    /** Load them from a checkpoint. */
    record Restore(String directory) implements Start {}
  }

  /**
   * Puts what a regroup says through bytes and back. Whoever does so before others wait for him has
   * his classes loaded and looked into by then.
   */
  static void rehearse(Member member) {
    var standing =
        new Standing(
            1,
            1,
            List.of(new Standing.Held(0, 1, true)),
            List.of(new Standing.Holding(0, 1, true)),
            List.of(new Standing.Cursor(0, 1, 1)));
    var table = new Table(List.of(new Table.Copies(1, List.of(2))), List.of(1));
    List<Message> all =
        List.of(
            new Halt(1, 1),
            new Stood(1, standing, Optional.of(new Idle(1, true))),
            new Assign(
                1, 1, new Start.Commit(), List.of(member), table, List.of(1), standing.cursors()),
            new Ready(1),
            new Resume(1));
    all.forEach(message -> decode(ByteBuffer.wrap(message.encode())));
  }

  default byte[] encode() {
    return RecordCodec.encode(Message.class, this);
  }

  static Message decode(ByteBuffer payload) {
    return RecordCodec.decode(Message.class, payload);
  }
}
