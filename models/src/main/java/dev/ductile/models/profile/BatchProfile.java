package dev.ductile.models.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * The times of one step of a network on one device, for one batch.
 *
 * @param batch the number of examples
 * @param stepSeconds seconds of the whole step
 * @param updateSeconds seconds of the step in which the weights are updated
 * @param layers the layers in the order of forward propagation; none if they were not measured
 */
public record BatchProfile(
    double batch, double stepSeconds, double updateSeconds, List<LayerTimes> layers) {
  /** The times of one layer for the batch, and its number of parameters. */
  public record LayerTimes(
      String name, long parameters, double forwardSeconds, double backwardSeconds) {
    public LayerTimes {
      if (parameters < 0 || !(forwardSeconds >= 0) || !(backwardSeconds >= 0)) {
        throw new IllegalArgumentException(
            "layer %s cannot have %d parameters and take %s and %s s"
                .formatted(name, parameters, forwardSeconds, backwardSeconds));
      }
    }

    private LayerTimes times(double factor) {
      return new LayerTimes(name, parameters, forwardSeconds * factor, backwardSeconds * factor);
    }
  }

  public BatchProfile {
    layers = List.copyOf(layers);
    if (!(batch > 0) || !(updateSeconds >= 0) || !(stepSeconds > updateSeconds)) {
      throw new IllegalArgumentException(
          "a run needs a batch above 0 and 0 <= update < step, not %s, %s s and %s s"
              .formatted(batch, updateSeconds, stepSeconds));
    }
  }

  /** Seconds of forward and backward propagation. */
  public double propagationSeconds() {
    return stepSeconds - updateSeconds;
  }

  /** The same with layers scaled so that together they take the seconds of propagation. */
  BatchProfile withLayersThatAddUp() {
    double sum =
        layers.stream()
            .mapToDouble(layer -> layer.forwardSeconds() + layer.backwardSeconds())
            .sum();
    return sum > 0 ? withLayers(scaled(propagationSeconds() / sum)) : this;
  }

  /**
   * The times of another batch whose propagation takes this many times as long; the update is
   * unchanged.
   */
  BatchProfile times(double wantedBatch, double factor) {
    return new BatchProfile(
        wantedBatch, propagationSeconds() * factor + updateSeconds, updateSeconds, scaled(factor));
  }

  /** The linear interpolation between this batch and another one. */
  BatchProfile towards(BatchProfile other, double wantedBatch) {
    double part = (wantedBatch - batch) / (other.batch - batch);
    var between = new ArrayList<LayerTimes>(layers.size());
    for (int i = 0; i < layers.size(); i++) {
      LayerTimes here = layers.get(i);
      LayerTimes there = other.layers.get(i);
      between.add(
          new LayerTimes(
              here.name(),
              here.parameters(),
              mix(here.forwardSeconds(), there.forwardSeconds(), part),
              mix(here.backwardSeconds(), there.backwardSeconds(), part)));
    }
    double update = mix(updateSeconds, other.updateSeconds, part);
    double propagation = mix(propagationSeconds(), other.propagationSeconds(), part);
    return new BatchProfile(wantedBatch, propagation + update, update, between)
        .withLayersThatAddUp();
  }

  private static double mix(double here, double there, double part) {
    return Math.max(0, here + (there - here) * part);
  }

  private BatchProfile withLayers(List<LayerTimes> newLayers) {
    return new BatchProfile(batch, stepSeconds, updateSeconds, newLayers);
  }

  private List<LayerTimes> scaled(double factor) {
    return layers.stream().map(layer -> layer.times(factor)).toList();
  }
}
