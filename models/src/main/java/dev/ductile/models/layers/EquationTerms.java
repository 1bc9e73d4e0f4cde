package dev.ductile.models.layers;

import dev.ductile.models.ParameterChecks;
import dev.ductile.models.layers.LayeredModel.Mode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The terms of SMD's Equations 4 and 5, in seconds.
 *
 * @param samples the samples in a step: of all workers if servers wait for them, else of one
 * @param transfer seconds to transfer the whole model one way, with one worker and one server
 * @param alpha the share of the workers that meet at a server
 */
record EquationTerms(
    Eta eta,
    Optional<StepTime> sample,
    double samples,
    double forwardPerSample,
    double backward,
    double transfer,
    double alpha,
    double perWorker,
    double perServer) {
  EquationTerms {
    ParameterChecks.aboveZero("the batch of the mode", samples);
    ParameterChecks.atLeastZero("forwardPerSample", forwardPerSample);
    ParameterChecks.atLeastZero("backward", backward);
    ParameterChecks.atLeastZero("bytes / bandwidth", transfer);
    ParameterChecks.atLeastZero("beta1", perWorker);
    ParameterChecks.atLeastZero("beta2", perServer);
    if (!(alpha > 0 && alpha <= 1)) {
      throw new IllegalArgumentException(
          "alpha must be above 0 and at most 1, not %s".formatted(alpha));
    }
  }

  static EquationTerms of(LayeredModel.Parameters given) {
    Optional<StepTime> sample = given.timeline().map(OverlappedLayers::step);
    Optional<Layers> layers = given.timeline().map(OverlappedLayers::layers);
    boolean waits = given.mode().equals(Optional.of(Mode.SYNC));
    return new EquationTerms(
        sample
            .map(StepTime::eta)
            .or(() -> given.eta().map(EquationTerms::eta))
            .orElse(Eta.SEQUENTIAL),
        sample,
        waits
            ? need("globalBatch", given.globalBatch(), Optional.empty())
            : need("batch", given.batch(), Optional.empty()),
        need("forwardPerSample", given.forwardPerSample(), layers.map(Layers::forward)),
        need("backward", given.backward(), layers.map(Layers::backward)),
        transfer(given, layers),
        waits ? 1 : given.alpha().orElse(1),
        given.beta1().orElse(0),
        given.beta2().orElse(0));
  }

  private static Eta eta(List<Double> eta) {
    if (eta.size() != 3) {
      throw new IllegalArgumentException(
          "eta has three shares (forward, backward, communication), not %d".formatted(eta.size()));
    }
    return new Eta(eta.get(0), eta.get(1), eta.get(2));
  }

  private static double transfer(LayeredModel.Parameters given, Optional<Layers> layers) {
    if (given.bytes().isPresent() != given.bandwidth().isPresent()) {
      throw new IllegalArgumentException("bytes and bandwidth go together, but one is missing");
    }
    double bytes = ParameterChecks.atLeastZero("bytes", given.bytes().orElse(0));
    return given
        .bandwidth()
        .map(link -> link.seconds(bytes))
        .or(() -> layers.map(Layers::transfer))
        .orElseThrow(() -> missing("bytes (with bandwidth)"));
  }

  private static double need(String key, OptionalDouble given, Optional<Double> otherwise) {
    return given.isPresent() ? given.getAsDouble() : otherwise.orElseThrow(() -> missing(key));
  }

  private static IllegalArgumentException missing(String key) {
    return new IllegalArgumentException(key + " is missing");
  }
}
