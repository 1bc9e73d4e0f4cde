package dev.ductile.runtime.process;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * A task from its start to its end: it registers, receives its job, takes part, and leaves or is
 * stopped. Its work for the job is its {@link JobPart}.
 */
public final class JobMember implements Part {
  private final Task.Context around;
  private final Function<TrainingJob, JobPart> maker;
  private Optional<JobPart> part = Optional.empty();
  private boolean leaving;
  private boolean over;

  /**
   * A task that does not know its job yet.
   *
   * @param maker makes the part once the master has sent the job
   */
  public JobMember(Task.Context around, Function<TrainingJob, JobPart> maker) {
    this.around = around;
    this.maker = maker;
  }

  @Override
  public TaskState state() {
    return part.map(JobPart::state).orElse(TaskState.NONE);
  }

  @Override
  public void hear(TaskMessage message) {
    switch (message) {
      case TaskMessage.Welcome(int _, TrainingJob job) -> welcome(job);
      case TaskMessage.Stop(int exitCode, String why) -> stop(exitCode, why);
      case TaskMessage.ForJob order -> part.ifPresent(known -> hear(known, order));
    }
  }

  private void welcome(TrainingJob job) {
    if (part.isEmpty()) {
      part = Optional.of(maker.apply(job));
    }
    if (leaving) {
      around.master().send(new MasterMessage.Leave());
    }
  }

  private void hear(JobPart known, TaskMessage.ForJob order) {
    switch (order) {
      case TaskMessage.Change change -> known.change(change);
      case TaskMessage.ReplicaOrder replicas when known instanceof JobPart.OfReplicas holder ->
          holder.replicas(replicas);
      case TaskMessage.Fetch fetch when known instanceof JobPart.OfSplits holder ->
          holder.fetch(fetch);
      case TaskMessage.ReplicaOrder _, TaskMessage.Fetch _ ->
          throw new IllegalArgumentException(
              "a %s takes no %s".formatted(around.setup().role().word(), order));
    }
  }

  private void stop(int exitCode, String why) {
    over = true;
    part.ifPresent(JobPart::end);
    around.end(exitCode, why);
  }

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    if (!over) {
      part.ifPresent(known -> known.frame(from, header, payload));
    }
  }

  @Override
  public void lost(int peer, String why) {
    part.ifPresent(known -> known.lost(peer, why));
  }

  /** A worker on which nothing depends ends by itself. */
  @Override
  public void leave() {
    leaving = true;
    if (part.isEmpty() && around.setup().role() == Role.WORKER) {
      around.end(Task.STOPPED, "it left before it had a job");
    } else {
      around.master().send(new MasterMessage.Leave());
    }
  }
}
