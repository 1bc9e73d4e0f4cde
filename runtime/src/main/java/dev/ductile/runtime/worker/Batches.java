package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The splits of a worker, its share of each batch, and the gradient of that share: the work that a
 * worker does with and without servers. For jobs that read by steps.
 */
public final class Batches {
  private final TrainingJob job;
  private final SplitStore store;
  private final Reports reports;
  private final BatchFilling filling;
  private final Batch batch;
  private final Parameters parameters;
  private final Gradient gradient;
  private final Computation computation;
  private final Model model;
  private Reading reading;

  /**
   * The batches of a job, without an active split.
   *
   * @param sources opens the source of the data when it is first needed
   * @param listener is called with finished steps, and with problems after which the worker
   *     continues
   */
  public Batches(
      Task.Context around,
      TrainingJob job,
      Model model,
      Supplier<SplitSource> sources,
      Worker.Listener listener) {
    this.job = job;
    this.model = model;
    var up = new MasterReports(around, listener);
    reports = up.steps();
    store = up.splits(job, sources);
    batch = new Batch(model.tensors(), job.batch().isAll());
    filling = new BatchFilling(job, store, batch);
    parameters = new Parameters(model.tensors());
    gradient = new Gradient(model.tensors());
    computation =
        new Computation(model, parameters, gradient, batch, () -> around.loop().nanoTime());
    reading = new ByStep(job, WorkerView.NONE);
  }

  // ---- splits

  /** All splits that are here. */
  public List<TaskState.HeldSplit> holdings() {
    return store.holdings();
  }

  public void fetch(TaskMessage.Fetch fetch) {
    store.fetch(fetch.splits(), fetch.from());
  }

  /** Takes a frame if it is about splits; returns false for any other frame. */
  public boolean frame(Connection from, FrameHeader header, ByteBuffer payload) {
    if (header.kind() == FrameKind.GET_SPLIT.number()) {
      store.serve(from, header.partition());
    } else if (header.kind() == FrameKind.SPLIT.number()) {
      store.take(from, header, payload);
    } else {
      return false;
    }
    return true;
  }

  public void lost(int peer) {
    store.lost(peer);
  }

  /** A new generation; {@code ready} runs once the splits that are active in it are in memory. */
  public void assign(TaskMessage.Assign assign, int self, Runnable ready) {
    WorkerView membership = WorkerView.of(assign, self);
    reading = new ByStep(job, membership);
    filling.keep(membership.splits());
    if (assign.goesBack()) {
      filling.forget();
    }
    store.activate(membership.splits(), ready);
  }

  /** All workers of the generation begin to train. */
  public void resumes() {
    reports.resumes();
  }

  // ---- one step

  /** Whether each step has all examples. */
  public boolean areWhole() {
    return job.batch().isAll();
  }

  /** Whether the job ends before this step. */
  public boolean isOver(long step) {
    return reading.isOver(step);
  }

  /** Finds this worker's share of a step, and makes room for the parameters that it needs. */
  public Batch begin(long step) {
    reports.begins();
    if (filling.fill(reading.share(step))) {
      parameters.fit(batch);
    }
    reports.asks();
    return batch;
  }

  /** The parameters that must be filled in before computing. */
  public Parameters parameters() {
    return parameters;
  }

  /** The parameters at the last accepted point, which must be filled in too if they are present. */
  public Optional<Parameters> alsoNeeded() {
    return batch.count() == 0 ? Optional.empty() : model.alsoNeeds(batch, parameters);
  }

  /** All parameters are filled in. */
  public void compute() {
    reports.has(0);
    computation.begin();
  }

  /** Computes for a few milliseconds; returns whether the share is finished. */
  public boolean proceed() {
    computation.proceed();
    boolean done = computation.isDone();
    if (done) {
      reports.computed();
    }
    return done;
  }

  /** The sum over this worker's examples. */
  public Gradient gradient() {
    return gradient;
  }

  /** The number of examples in the sum. */
  public int examples() {
    return computation.examples();
  }

  // ---- reports

  /** Adding up with other workers begins. */
  public void summing() {
    reports.pushes();
  }

  /** All sums are here. */
  public void summed() {
    reports.summed();
  }

  /** The step is applied. */
  public void finished(long step) {
    reports.settled();
    reports.finished(step, computation.loss(), computation.examples());
  }

  /** Sends the master the reports that it does not have yet. */
  public void flush() {
    reports.flush();
  }
}
