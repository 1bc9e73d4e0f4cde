package dev.ductile.models.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a network on one device, at one size of the batch.
 *
 * @param batch how many examples
 * @param stepSeconds the whole step
 * @param updateSeconds the part of it in which the weights are changed
 * @param layers in the order of forward propagation; none where nobody has measured them
 */
public record Run(double batch, double stepSeconds, double updateSeconds, List<LayerTimes> layers) {
  /** How long one layer takes for the batch, and how many parameters it has. */
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

  public Run {
    layers = List.copyOf(layers);
    if (!(batch > 0) || !(updateSeconds >= 0) || !(stepSeconds > updateSeconds)) {
      throw new IllegalArgumentException(
          "a run needs a batch above 0 and 0 <= update < step, not %s, %s s and %s s"
              .formatted(batch, updateSeconds, stepSeconds));
    }
  }

  /** Forward and backward propagation together. */
  public double propagationSeconds() {
    return stepSeconds - updateSeconds;
  }

  /** The same with layers that take exactly as long as propagation does as a whole. */
  Run withLayersThatAddUp() {
    double sum =
        layers.stream()
            .mapToDouble(layer -> layer.forwardSeconds() + layer.backwardSeconds())
            .sum();
    return sum > 0 ? withLayers(scaled(propagationSeconds() / sum)) : this;
  }

  /** A larger or smaller batch that takes so much longer in propagation; the update stays. */
  Run times(double wantedBatch, double factor) {
    return new Run(
        wantedBatch, propagationSeconds() * factor + updateSeconds, updateSeconds, scaled(factor));
  }

  /** On the straight line through this run and another one. */
  Run towards(Run other, double wantedBatch) {
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
    return new Run(wantedBatch, propagation + update, update, between).withLayersThatAddUp();
  }

  private static double mix(double here, double there, double part) {
    return Math.max(0, here + (there - here) * part);
  }

  private Run withLayers(List<LayerTimes> newLayers) {
    return new Run(batch, stepSeconds, updateSeconds, newLayers);
  }

  private List<LayerTimes> scaled(double factor) {
    return layers.stream().map(layer -> layer.times(factor)).toList();
  }
}
