package dev.ductile.runtime.simulation;

import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.process.Part;
import java.util.function.LongConsumer;

/** Looks at a worker after each turn, and reports the end of its steps. */
final class StepCounter implements Runnable {
  private final Part worker;
  private final LongConsumer ended;
  private int generation = -1;
  private long step;

  StepCounter(Part worker, LongConsumer ended) {
    this.worker = worker;
    this.ended = ended;
  }

  /** A change of a worker by a reconfiguration is no step of its own. */
  @Override
  public void run() {
    TaskState now = worker.state();
    if (now.generation() == generation && now.clock() > step) {
      ended.accept(now.clock());
    }
    generation = now.generation();
    step = now.clock();
  }
}
