package dev.ductile.models;

import java.util.OptionalDouble;

/** How many examples a worker sees in one step. */
public sealed interface Batch {
  double perWorker(int workers);

  /** The same for every worker, however many there are: the whole batch grows with the job. */
  record Each(double examples) implements Batch {
    public Each {
      Amounts.aboveZero("examples", examples);
    }

    @Override
    public double perWorker(int workers) {
      return examples;
    }
  }

  /** A whole batch that stays, shared by the workers there are: what elastic jobs keep. */
  record Shared(double examples) implements Batch {
    public Shared {
      Amounts.aboveZero("globalBatch", examples);
    }

    @Override
    public double perWorker(int workers) {
      return examples / workers;
    }
  }

  /** From the two keys of a file, of which exactly one must be there. */
  static Batch of(OptionalDouble examples, OptionalDouble globalBatch) {
    if (examples.isPresent() == globalBatch.isPresent()) {
      throw new IllegalArgumentException(
          examples.isPresent()
              ? "give examples (for each worker) or globalBatch (for all of them), not both"
              : "examples (for each worker) or globalBatch (for all of them) is missing");
    }
    return examples.isPresent()
        ? new Each(examples.getAsDouble())
        : new Shared(globalBatch.getAsDouble());
  }
}
