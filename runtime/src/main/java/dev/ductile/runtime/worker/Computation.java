package dev.ductile.runtime.worker;

import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Parameters;
import java.util.function.LongSupplier;

/** The gradient of one share, computed in slices that are short enough for the event loop. */
final class Computation {
  private static final long SLICE_NANOS = 2_000_000;
  private static final int FIRST_SLICE = 16;
  private static final int LARGEST_SLICE = 1 << 16;

  private final Model model;
  private final Parameters parameters;
  private final Gradient gradient;
  private final LongSupplier nanos;
  private final Batch batch;
  private int slice = FIRST_SLICE;
  private int end;
  private int done;
  private double loss;

  Computation(
      Model model, Parameters parameters, Gradient gradient, Batch batch, LongSupplier nanos) {
    this.model = model;
    this.parameters = parameters;
    this.gradient = gradient;
    this.batch = batch;
    this.nanos = nanos;
  }

  void begin() {
    gradient.begin(batch);
    end = batch.count();
    done = 0;
    loss = 0;
  }

  /** Computes one slice. */
  void proceed() {
    long before = nanos.getAsLong();
    int to = Math.min(end, done + slice);
    if (done < to) {
      loss += model.accumulate(batch, done, to, parameters, gradient);
    }
    done = to;
    long took = Math.max(1, nanos.getAsLong() - before);
    slice = Math.clamp(slice * SLICE_NANOS / took, 1, LARGEST_SLICE);
  }

  /** Leaves out the remaining examples. */
  void stopHere() {
    end = done;
  }

  boolean isDone() {
    return done == end;
  }

  /** The number of examples in the sum. */
  int examples() {
    return done;
  }

  /** The sum of their losses. */
  double loss() {
    return loss;
  }
}
