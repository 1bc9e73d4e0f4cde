package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Standing;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Header;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The splits of a worker, its share of each batch, and the gradient of that share: what a worker
 * does whether or not there are servers. For jobs that read by steps.
 */
public final class Batches {
  private final TrainingJob job;
  private final SplitStore store;
  private final Reports reports;
  private final Filling filling;
  private final Batch batch;
  private final Parameters parameters;
  private final Gradient gradient;
  private final Computation computation;
  private final Model model;
  private Reading reading;

  /**
   * The batches of a job of which nothing is active yet.
   *
   * @param sources where data come from, once somebody asks for them
   * @param listener hears of finished steps, and of what went wrong and is tried otherwise
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
    filling = new Filling(job, store, batch);
    parameters = new Parameters(model.tensors());
    gradient = new Gradient(model.tensors());
    computation =
        new Computation(model, parameters, gradient, batch, () -> around.loop().nanoTime());
    reading = new ByStep(job, WorkerView.NONE);
  }

  // ---- splits

  /** All splits that are here. */
  public List<Standing.Holding> holdings() {
    return store.holdings();
  }

  public void fetch(TaskMessage.Fetch fetch) {
    store.fetch(fetch.splits(), fetch.from());
  }

  /** Takes a frame that is about splits; false where it is about something else. */
  public boolean frame(Connection from, Header header, ByteBuffer payload) {
    if (header.kind() == Kind.GET_SPLIT.number()) {
      store.serve(from, header.partition());
    } else if (header.kind() == Kind.SPLIT.number()) {
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

  /** All workers of the generation begin. */
  public void resumes() {
    reports.resumes();
  }

  // ---- one step

  /** Whether each step has all examples. */
  public boolean areWhole() {
    return job.batch().isAll();
  }

  /** Whether the job has no such step. */
  public boolean isOver(long step) {
    return reading.isOver(step);
  }

  /** Looks up this worker's share of a step, and makes room for the parameters that it needs. */
  public Batch begin(long step) {
    reports.begins();
    if (filling.fill(reading.share(step))) {
      parameters.fit(batch);
    }
    reports.asks();
    return batch;
  }

  /** To be filled before computing. */
  public Parameters parameters() {
    return parameters;
  }

  /** To be filled too, where it is there: the parameters at the last accepted point. */
  public Optional<Parameters> alsoNeeded() {
    return batch.count() == 0 ? Optional.empty() : model.alsoNeeds(batch, parameters);
  }

  /** All parameters are there. */
  public void compute() {
    reports.has(0);
    computation.begin();
  }

  /** Computes for a few milliseconds; whether that was all. */
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

  /** How many examples are in the sum. */
  public int examples() {
    return computation.examples();
  }

  // ---- what is told of it

  /** Adding up with others begins. */
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

  /** Tells the master what is not told yet. */
  public void flush() {
    reports.flush();
  }
}
