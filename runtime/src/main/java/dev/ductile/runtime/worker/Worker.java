package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.process.JobPart;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.List;

/** A worker of a job with servers: it follows the master's messages, and runs the steps. */
public final class Worker implements JobPart.OfSplits {
  private final Task.Context around;
  private final StateMachine<WorkerPhase> phase =
      new StateMachine<>(WorkerPhase.TRANSITIONS, WorkerPhase.HALTED);
  private final SplitStore store;
  private final Reports reports;
  private final WorkerSteps steps;
  private int halting;

  /** Makes the model-dependent parts of a worker. */
  public interface TrainingParts {
    Model model(TrainingJob job);

    SplitSource source(TrainingJob job);
  }

  /** Is called with events that are printed. */
  public interface Listener {
    /** A step is over. */
    void step(StepReport report);

    /** A problem after which the worker tries another way. */
    void trouble(String what);
  }

  public Worker(Task.Context around, TrainingJob job, TrainingParts parts, Listener listener) {
    this.around = around;
    var up = new MasterReports(around, listener);
    reports = up.steps();
    store = up.splits(job, () -> parts.source(job));
    steps = new WorkerSteps(around, job, parts.model(job), store, phase, reports, this::halted);
    if (!store.holdings().isEmpty()) {
      up.arrived(store.holdings());
    }
  }

  @Override
  public TaskState state() {
    return new TaskState(
        steps.view().generation(), steps.step(), List.of(), store.holdings(), steps.cursors());
  }

  @Override
  public void change(TaskMessage.Change change) {
    switch (change) {
      case TaskMessage.Halt halt -> halt(halt);
      case TaskMessage.Assign assign -> assign(assign);
      case TaskMessage.Resume resume -> resume(resume);
    }
  }

  @Override
  public void fetch(TaskMessage.Fetch wanted) {
    store.fetch(wanted.splits(), wanted.from());
  }

  private void halt(TaskMessage.Halt halt) {
    if (halt.generation() > steps.view().generation()) {
      halting = halt.generation();
      steps.halt(halt.clock());
    }
  }

  private void halted() {
    around.master().send(new MasterMessage.Halted(halting, state(), steps.idle().elapsed()));
  }

  private void assign(TaskMessage.Assign assign) {
    if (assign.generation() <= steps.view().generation() || assign.generation() < halting) {
      return;
    }
    var next = WorkerView.of(assign, around.master().task());
    phase.to(WorkerPhase.LOADING);
    steps.assign(assign, next);
    store.activate(next.splits(), () -> ready(next.generation()));
  }

  private void ready(int generation) {
    if (phase.is(WorkerPhase.LOADING)) {
      phase.to(WorkerPhase.READY);
      around.master().send(new MasterMessage.Ready(generation));
    }
  }

  private void resume(TaskMessage.Resume resume) {
    boolean mine = resume.generation() == steps.view().generation();
    if (mine && phase.is(WorkerPhase.READY)) {
      steps.resume();
    }
  }

  @Override
  public void end() {
    reports.flush();
    phase.to(WorkerPhase.ENDED);
  }

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    boolean current = header.generation() == steps.view().generation();
    switch (FrameKind.of(header.kind())) {
      case VALUES, ACCEPTED, FIGURES -> {
        if (current) {
          steps.values(from, header, payload);
        }
      }
      case PREPARED -> {
        if (current) {
          steps.prepared(from, header, payload);
        }
      }
      case HURRY -> {
        if (current) {
          steps.hurry(header);
        }
      }
      case GET_SPLIT -> store.serve(from, header.partition());
      case SPLIT -> store.take(from, header, payload);
      case REFUSED -> {}
      case HELLO,
          CONTROL,
          PULL,
          PUSH,
          PUSH_KEYED,
          PUSHED,
          COMMIT,
          SNAPSHOT,
          UPDATE,
          UPDATE_KEYED,
          UPDATED,
          COMMITTED,
          REDUCE ->
          throw new IllegalArgumentException("not for a worker with servers: " + header);
    }
  }

  @Override
  public void lost(int peer, String why) {
    store.lost(peer);
    steps.lost(peer, why);
  }
}
