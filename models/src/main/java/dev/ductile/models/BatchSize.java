package dev.ductile.models;

import java.util.OptionalDouble;

/** The number of examples per worker and step. */
public sealed interface BatchSize {
  double perWorker(int workers);

  /** A fixed batch per worker: the global batch grows with the number of workers. */
  record Each(double examples) implements BatchSize {
    public Each {
      ParameterChecks.aboveZero("examples", examples);
    }

    @Override
    public double perWorker(int workers) {
      return examples;
    }
  }

  /**
   * A fixed global batch, divided among the workers. Elastic jobs usually keep it, so that their
   * steps stay comparable.
   */
  record Shared(double examples) implements BatchSize {
    public Shared {
      ParameterChecks.aboveZero("globalBatch", examples);
    }

    @Override
    public double perWorker(int workers) {
      return examples / workers;
    }
  }

  /** The batch from two keys of a file; exactly one must be present. */
  static BatchSize of(OptionalDouble examples, OptionalDouble globalBatch) {
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
