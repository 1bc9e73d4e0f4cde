package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Optimizers;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The steps of a worker until it is halted, one after the other: pull, compute, push, commit. */
final class WorkerSteps {
  private static final long NEVER = Long.MAX_VALUE;

  private final TrainingJob job;
  private final Model model;
  private final StateMachine<WorkerPhase> phase;
  private final Reports reports;
  private final Runnable halted;
  private final PartitionLayout layout;
  private final Batch batch;
  private final Parameters parameters;
  private final Computation computation;
  private final PullRequests pulls;
  private final Pushes pushes;
  private final BatchFilling filling;
  private final Gradient gradient;
  private final ServerConnections servers;
  private final IdleClock idle;
  private WorkerView view = WorkerView.NONE;
  private Reading reading;
  private List<Portion> share = List.of();
  private List<RowRange> spans = List.of();
  private long step;
  private long haltAt = NEVER;
  private long committed = -1;
  private long hurried = -1;
  private boolean computed;

  /** Steps of a job that begin when they are {@linkplain #resume resumed}. */
  WorkerSteps(
      Task.Context around,
      TrainingJob job,
      Model model,
      SplitStore store,
      StateMachine<WorkerPhase> phase,
      Reports reports,
      Runnable halted) {
    this.job = job;
    this.model = model;
    this.phase = phase;
    this.reports = reports;
    this.halted = halted;
    layout = new PartitionLayout(model.tensors());
    batch = new Batch(model.tensors(), job.batch().isAll());
    parameters = new Parameters(model.tensors());
    gradient = new Gradient(model.tensors());
    computation =
        new Computation(model, parameters, gradient, batch, () -> around.loop().nanoTime());
    pulls = new PullRequests(parameters, Optimizers.progress(model));
    pushes = new Pushes(gradient);
    filling = new BatchFilling(job, store, batch);
    servers = new ServerConnections(around, job.faults().answer(), this::pending, this::resend);
    reading = new ByStep(job, WorkerView.NONE);
    idle = new IdleClock(around.loop()::realNanoTime);
    around.loop().work(this::work);
  }

  WorkerView view() {
    return view;
  }

  long step() {
    return step;
  }

  IdleClock idle() {
    return idle;
  }

  List<Cursor> cursors() {
    return reading.cursors(computed ? share : List.of());
  }

  // ---- generations

  /** A new generation; a gradient that is still valid is kept. */
  void assign(TaskMessage.Assign assign, WorkerView next) {
    Reading fresh = job.readsBySteps() ? new ByStep(job, next) : new ByCursor(job, next, assign);
    if (computed && isSettled(assign)) {
      report();
    }
    computed = computed && isKept(assign, fresh);
    view = next;
    reading = fresh;
    step = assign.step();
    committed = -1;
    hurried = -1;
    haltAt = NEVER;
    filling.keep(next.splits());
    if (assign.goesBack()) {
      filling.forget();
    }
    servers.assign(next, assign.roster());
  }

  /** Whether the push that was on its way has reached all servers. */
  private boolean isSettled(TaskMessage.Assign assign) {
    if (assign.goesBack()) {
      return false;
    }
    if (job.readsBySteps()) {
      return assign.step() == step + 1;
    }
    return share.stream()
        .allMatch(portion ->
            assign.cursors().stream()
                .anyMatch(c -> c.split() == portion.split() && c.safe() >= portion.end()));
  }

  private boolean isKept(TaskMessage.Assign assign, Reading fresh) {
    return !assign.goesBack()
        && job.readsBySteps()
        && assign.step() == step
        && fresh.share(step).equals(share);
  }

  /** Begins, or begins again, the next step. */
  void resume() {
    idle.resumed();
    reports.resumes();
    if (!view.canTrain()) {
      phase.to(WorkerPhase.IDLE);
    } else if (computed) {
      push();
    } else {
      next();
    }
  }

  /**
   * Halts before step {@code clock} or, if that has passed, at once. A worker that only pulls is at
   * its own next boundary; its pull may be held back by a worker that has halted already.
   */
  void halt(long clock) {
    long boundary = phase.is(WorkerPhase.PULLING) ? step : step + 1;
    haltAt = clock == NEVER && phase.state().isTraining() ? boundary : clock;
    if (!phase.state().isTraining() || phase.is(WorkerPhase.IDLE) || step >= haltAt) {
      enterHalt();
    }
  }

  private void enterHalt() {
    phase.to(WorkerPhase.HALTED);
    reports.flush();
    halted.run();
  }

  // ---- one step

  private void next() {
    if (step >= haltAt) {
      enterHalt();
      return;
    }
    if (reading.isOver(step)) {
      rest();
      return;
    }
    reports.begins();
    share = reading.share(step);
    if (filling.fill(share)) {
      parameters.fit(batch);
      spans = share.isEmpty() ? List.of() : RowRange.of(layout, batch);
    }
    phase.to(WorkerPhase.PULLING);
    reports.asks();
    pulls.begin(view, step, spans);
    pull();
  }

  private void pull() {
    servers.await();
    servers.reachable().forEach(server -> pulls.ask(server, servers.to(server)));
    if (pulls.isDone()) {
      compute(0);
    }
  }

  /** All requested parameters have arrived; a worker that has missed a step may need more. */
  private void pulled(int heldMicros) {
    Optional<Parameters> more =
        share.isEmpty() ? Optional.empty() : model.alsoNeeds(batch, parameters);
    if (more.isPresent() && pulls.isFirst()) {
      pulls.beginAccepted(spans, more.get());
      pull();
    } else {
      compute(heldMicros);
    }
  }

  /** No example is left; with bounded staleness the others must not wait for this worker. */
  private void rest() {
    phase.to(WorkerPhase.IDLE);
    reports.flush();
    if (job.synchrony().kind() == Synchrony.Kind.SSP) {
      committed = NEVER;
      servers.reachable().forEach(this::commit);
    }
    if (haltAt < NEVER) {
      enterHalt();
    }
  }

  void values(Connection from, FrameHeader header, ByteBuffer payload) {
    if (!phase.is(WorkerPhase.PULLING)) {
      return;
    }
    servers.answered(from.peer());
    pulls.take(from.peer(), header, payload);
    if (pulls.isDone()) {
      pulled(header.extra());
    }
  }

  private void compute(int heldMicros) {
    reports.has(heldMicros);
    computation.begin();
    phase.to(WorkerPhase.COMPUTING);
  }

  /** Computes one slice; returns whether there is more. */
  private boolean work() {
    if (!phase.is(WorkerPhase.COMPUTING)) {
      return false;
    }
    computation.proceed();
    if (hurried >= step) {
      computation.stopHere();
    }
    if (computation.isDone()) {
      share = reached();
      reports.computed();
      computed = true;
      push();
    }
    return phase.is(WorkerPhase.COMPUTING);
  }

  /** The share without the examples that were left out in a hurry. */
  private List<Portion> reached() {
    if (computation.examples() == batch.count()) {
      return share;
    }
    var left = new int[] {computation.examples()};
    return share.stream()
        .map(portion -> {
          Portion first = portion.first(left[0]);
          left[0] -= first.count();
          return first;
        })
        .filter(portion -> portion.count() > 0)
        .toList();
  }

  private void push() {
    phase.to(WorkerPhase.PUSHING);
    servers.await();
    reports.pushes();
    pushes.begin(view, ownPush());
    servers.reachable().forEach(server -> pushes.send(server, servers.to(server)));
  }

  private Pushes.Push ownPush() {
    Reading.Mark mark = reading.mark(step, share);
    long answer = isLockstep() ? step : mark.clock();
    int examples = computation.examples();
    List<Double> figures = examples == 0 ? List.of() : pulls.figures(gradient);
    return new Pushes.Push(mark, answer, examples, spans, figures);
  }

  private boolean isLockstep() {
    return job.synchrony().kind().isLockstep();
  }

  /** Other workers have pushed already: the current slice is the last. */
  void hurry(FrameHeader header) {
    hurried = Math.max(hurried, header.clock());
  }

  void prepared(Connection from, FrameHeader header, ByteBuffer payload) {
    if (!phase.is(WorkerPhase.PUSHING)) {
      return;
    }
    servers.answered(from.peer());
    pushes.prepared(from.peer(), header);
    if (pushes.isDone()) {
      reports.prepared(header.extra(), payload.getInt());
      finish();
    }
  }

  private void finish() {
    if (isLockstep()) {
      committed = step;
      servers.reachable().forEach(this::commit);
    }
    report();
    idle.stepEnded();
    reading.taken(share);
    computed = false;
    share = List.of();
    step++;
    next();
  }

  private void report() {
    reports.finished(step, computation.loss(), computation.examples());
  }

  // ---- servers

  /** The servers that owe an answer in this phase. */
  private Set<Integer> pending() {
    return phase.is(WorkerPhase.PULLING)
        ? pulls.awaited()
        : phase.is(WorkerPhase.PUSHING) ? pushes.awaited() : Set.of();
  }

  private void commit(int server) {
    servers
        .to(server)
        .send(FrameKind.COMMIT.header(view.generation(), -1, view.self(), committed, 0));
  }

  /** A connection is closed. */
  void lost(int peer, String why) {
    if (phase.state().isTraining()) {
      servers.lost(peer, why);
    }
  }

  /** Sends again all frames that a server may have missed. */
  private void resend(int server) {
    if (!phase.state().isTraining()) {
      return;
    }
    if (committed >= 0) {
      commit(server);
    }
    if (phase.is(WorkerPhase.PULLING)) {
      pulls.ask(server, servers.to(server));
    } else if (phase.is(WorkerPhase.PUSHING) && pushes.waitsFor(server)) {
      pushes.send(server, servers.to(server));
    }
  }
}
