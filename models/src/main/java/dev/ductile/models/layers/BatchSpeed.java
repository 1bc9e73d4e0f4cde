package dev.ductile.models.layers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.api.StepTerms;
import dev.ductile.models.ParameterChecks;
import dev.ductile.models.layers.LayeredModel.Mode;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The speed of steps of whole batches (Yu et al., Equations 4 and 5). */
record BatchSpeed(Mode mode, EquationTerms terms, int assumedServers) implements Speed, Itemised {
  BatchSpeed {
    ParameterChecks.aboveZero("a step of one worker and one server", step(mode, terms, 1, 1));
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    int workers = where.workers();
    if (workers == 0) {
      return 0;
    }
    double seconds = step(mode, terms, workers, servers(where));
    return switch (mode) {
      case SYNC -> 1 / seconds;
      case ASYNC -> workers / seconds;
    };
  }

  @Override
  public Optional<StepTerms> stepTerms() {
    double forward = terms.eta().forward() * terms.samples() * terms.forwardPerSample();
    double backward = terms.eta().backward() * terms.backward();
    double contended = 2 * terms.eta().communication() * terms.alpha() * terms.transfer();
    return Optional.of(
        switch (mode) {
          case SYNC ->
              new StepTerms.Synchronous(
                  terms.perWorker(), terms.perServer(), backward, contended, forward);
          case ASYNC ->
              new StepTerms.Asynchronous(
                  terms.perWorker(), terms.perServer(), forward + backward, contended);
        });
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    items.put("eta", terms.eta().inOrder());
    terms.sample().ifPresent(step -> items.put("secondsPerSample", step.seconds()));
    if (where.workers() > 0) {
      items.put("secondsPerStep", step(mode, terms, where.workers(), servers(where)));
      items.put("examplesPerSecond", terms.samples() * stepsPerSecond(where));
    }
    return items;
  }

  private int servers(Allocation where) {
    return where.servers() > 0 ? where.servers() : assumedServers;
  }

  /** Seconds of one step of one worker. */
  private static double step(Mode mode, EquationTerms terms, int workers, int servers) {
    double samples =
        switch (mode) {
          case SYNC -> terms.samples() / workers;
          case ASYNC -> terms.samples();
        };
    return terms.eta().forward() * samples * terms.forwardPerSample()
        + terms.eta().backward() * terms.backward()
        + 2 * terms.eta().communication() * terms.alpha() * terms.transfer() * workers / servers
        + terms.perWorker() * workers
        + terms.perServer() * servers;
  }
}
