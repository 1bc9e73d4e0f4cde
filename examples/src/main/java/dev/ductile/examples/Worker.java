package dev.ductile.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;

/** One worker: it computes the gradient of its share of every batch. The first also reports. */
final class Worker {
  /** The batch of a step, which all workers share. */
  static final int BATCH = 96;

  private static final long LATE_REQUEST_MILLIS = 1000;
  private static final int FAILED = 1;

  private final TrainerOptions options;
  private final TrainerEnvironment environment;
  private final StopSignal signal;
  private final PrintStream out;
  private final Digits digits;
  private final Softmax model;
  private final double[] gradient = new double[Softmax.PARAMETERS];
  private TrainerState state = new TrainerState();
  private long nextStepAt;

  Worker(
      TrainerOptions options, TrainerEnvironment environment, StopSignal signal, PrintStream out) {
    this.options = options;
    this.environment = environment;
    this.signal = signal;
    this.out = out;
    this.digits = new Digits(options.seed());
    this.model = new Softmax(digits);
  }

  /** Trains until the last step or a stop request, and returns the exit status. */
  int train() throws IOException, InterruptedException {
    if (isFirst()) {
      state = TrainerState.load(environment.checkpoints());
      if (environment.servers() == 0) {
        Thread.ofPlatform().daemon().start(this::serveOthers);
      }
    }
    try (var shards = new Shards(environment, signal)) {
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

  /** Serves a shard until the workers leave, and returns the exit status. */
  int serve() throws IOException, InterruptedException {
    var shard = shard(environment.index());
    if (shard.serve(environment.shardHost(environment.index()), environment.port())) {
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
    int from = BATCH * environment.index() / environment.workers();
    int to = BATCH * (environment.index() + 1) / environment.workers();
    return model.gradient(state.values, batch, from, to, gradient);
  }

  /** Waits until the emulated accelerators would end the step; later steps make up for a delay. */
  private void keepPace() {
    long step = options.stepNanos(environment.workers());
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
      state.save(environment.checkpoints());
      saved = ", \"checkpoint\": " + state.step;
    }
    double loss = answer.loss() / BATCH;
    out.println("{\"step\": " + state.step + ", \"loss\": " + loss + saved + "}");
    out.flush();
  }

  private void misbehave(long step) {
    boolean last = environment.index() == environment.workers() - 1;
    if (!last || environment.attempt() > 1) {
      return;
    }
    if (step == options.crashAt()) {
      out.println("crashing at step " + step + ", as requested");
      out.flush();
      Runtime.getRuntime().halt(FAILED);
    }
    while (step == options.hangAt()) {
      LockSupport.park(this);
    }
  }

  private void serveOthers() {
    try {
      shard(0).serve(environment.masterHost(), environment.masterPort());
    } catch (IOException e) {
      if (!signal.isAsked()) {
        out.println("the shard of the parameters failed: " + e.getMessage());
      }
    }
  }

  private Shard shard(int number) {
    return new Shard(number, environment.shards(), environment.workers(), BATCH, signal);
  }

  private boolean isFirst() {
    return environment.index() == 0;
  }
}
