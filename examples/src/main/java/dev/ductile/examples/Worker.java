package dev.ductile.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;

/** One worker: it computes the gradient of its share of every batch. The first also reports. */
final class Worker {
  /** The whole batch of a step, however many workers share it. */
  static final int BATCH = 96;

  private static final long LATE_REQUEST_MILLIS = 1000;
  private static final int FAILED = 1;

  private final Options options;
  private final Surroundings surroundings;
  private final StopSignal signal;
  private final PrintStream out;
  private final Digits digits;
  private final Softmax model;
  private final double[] gradient = new double[Softmax.PARAMETERS];
  private State state = new State();
  private long nextStepAt;

  Worker(Options options, Surroundings surroundings, StopSignal signal, PrintStream out) {
    this.options = options;
    this.surroundings = surroundings;
    this.signal = signal;
    this.out = out;
    this.digits = new Digits(options.seed());
    this.model = new Softmax(digits);
  }

  /** Trains to the end or until it is asked to stop; the process's exit code. */
  int train() throws IOException, InterruptedException {
    if (isFirst()) {
      state = State.load(surroundings.checkpoints());
      if (surroundings.servers() == 0) {
        Thread.ofPlatform().daemon().start(this::serveOthers);
      }
    }
    try (var shards = new Shards(surroundings, signal)) {
      if (isFirst()) {
        shards.begin(state);
      }
      shards.pull(state);
      return steps(shards);
    } catch (IOException e) {
      if (signal.comesWithin(LATE_REQUEST_MILLIS)) {
        return StopSignal.STOPPED;
      }
      throw e;
    }
  }

  /** Serves as a shard until the workers leave; the process's exit code. */
  int serve() throws IOException, InterruptedException {
    var shard = shard(surroundings.index());
    if (shard.serve(surroundings.shardHost(surroundings.index()), surroundings.port())) {
      return 0;
    }
    return signal.comesWithin(LATE_REQUEST_MILLIS) ? StopSignal.STOPPED : FAILED;
  }

  private int steps(Shards shards) throws IOException {
    nextStepAt = System.nanoTime();
    while (state.step < options.steps()) {
      misbehave(state.step + 1);
      shards.push(signal.isAsked(), computeShare(), gradient);
      Shards.Answer answer = shards.pull(state);
      if (isFirst()) {
        keepPace();
        finishStep(answer);
      }
      if (answer.stop()) {
        return StopSignal.STOPPED;
      }
    }
    return 0;
  }

  private double computeShare() {
    int[] batch = digits.batch(state.step, BATCH);
    int from = BATCH * surroundings.index() / surroundings.workers();
    int to = BATCH * (surroundings.index() + 1) / surroundings.workers();
    return model.gradient(state.values, batch, from, to, gradient);
  }

  /** Waits until the emulated accelerators are done with the step; a late one is made up for. */
  private void keepPace() {
    long step = options.stepNanos(surroundings.workers());
    nextStepAt = Math.max(nextStepAt, System.nanoTime() - step) + step;
    for (long left = left(); left > 0; left = left()) {
      LockSupport.parkNanos(left);
    }
  }

  private long left() {
    return nextStepAt - System.nanoTime();
  }

  private void finishStep(Shards.Answer answer) throws IOException {
    boolean last = state.step == options.steps() || answer.stop();
    String saved = "";
    if (last || (options.checkpointEvery() > 0 && state.step % options.checkpointEvery() == 0)) {
      state.save(surroundings.checkpoints());
      saved = ", \"checkpoint\": " + state.step;
    }
    double loss = answer.loss() / BATCH;
    out.println("{\"step\": " + state.step + ", \"loss\": " + loss + saved + "}");
    out.flush();
  }

  private void misbehave(long step) {
    boolean last = surroundings.index() == surroundings.workers() - 1;
    if (!last || surroundings.attempt() > 1) {
      return;
    }
    if (step == options.crashAt()) {
      out.println("dying at step " + step + ", as told");
      out.flush();
      Runtime.getRuntime().halt(FAILED);
    }
    while (step == options.hangAt()) {
      LockSupport.park(this);
    }
  }

  private void serveOthers() {
    try {
      shard(0).serve(surroundings.masterHost(), surroundings.masterPort());
    } catch (IOException e) {
      if (!signal.isAsked()) {
        out.println("the parameters are gone: " + e.getMessage());
      }
    }
  }

  private Shard shard(int number) {
    return new Shard(number, surroundings.shards(), surroundings.workers(), BATCH, signal);
  }

  private boolean isFirst() {
    return surroundings.index() == 0;
  }
}
