package dev.ductile.models.profile;

import java.util.List;
import java.util.Optional;

/**
 * The measured times of one network on one device.
 *
 * @param name network and device, as in files: {@code resnet50@h200}
 * @param device the device that was measured, or for which the times were computed
 * @param precision the number format, such as tf32
 * @param parameters the number of parameters, of four bytes each
 * @param dataset the training data, if the source names it
 * @param runs one per batch, ascending, all with the same layers; none if the profile has a size
 *     but no times
 */
public record NetworkProfile(
    String name,
    String device,
    String precision,
    long parameters,
    Optional<Dataset> dataset,
    List<BatchProfile> runs) {
  private static final double BYTES_PER_PARAMETER = 4;

  /** A training data set, and the usual number of epochs. */
  public record Dataset(String name, long examples, int epochs) {}

  public NetworkProfile {
    runs = List.copyOf(runs);
    if (parameters < 1) {
      throw new IllegalArgumentException(
          "%s needs at least one parameter, not %d".formatted(name, parameters));
    }
    for (int i = 1; i < runs.size(); i++) {
      if (runs.get(i).batch() <= runs.get(i - 1).batch()
          || runs.get(i).layers().size() != runs.getFirst().layers().size()) {
        throw new IllegalArgumentException(
            "%s: batches must grow and layers stay, not at batch %s"
                .formatted(name, runs.get(i).batch()));
      }
    }
  }

  /** The bytes of all parameters. */
  public double bytes() {
    return BYTES_PER_PARAMETER * parameters;
  }

  /** Whether the profile has a size but no times. */
  public boolean hasNoTimes() {
    return runs.isEmpty();
  }

  /** The same network on a device with this time per example. */
  NetworkProfile timed(double batch, double secondsPerExample) {
    var run = new BatchProfile(batch, batch * secondsPerExample, 0, List.of());
    return new NetworkProfile(name, device, precision, parameters, dataset, List.of(run));
  }

  /** The largest measured batch, which uses the device best. */
  public double referenceBatch() {
    return runs.getLast().batch();
  }

  public boolean hasLayers() {
    return layers() > 0;
  }

  /** The number of measured layers. */
  public int layers() {
    return hasNoTimes() ? 0 : runs.getFirst().layers().size();
  }

  /** Whether this batch lies within the measured ones. */
  public boolean isMeasured(double batch) {
    return !hasNoTimes() && batch >= runs.getFirst().batch() && batch <= referenceBatch();
  }

  /**
   * The times of a step at any batch: linear between two measured ones. Above the largest, the time
   * per example is constant. Below the smallest, the line of the two smallest continues; but an
   * example takes at least its time at the smallest batch, and a step at most the time of the
   * smallest batch.
   */
  public BatchProfile run(double batch) {
    BatchProfile largest = runs.getLast();
    if (batch >= largest.batch()) {
      return largest.times(batch, batch / largest.batch());
    }
    int above = 0;
    while (runs.get(above).batch() < batch) {
      above++;
    }
    return above == 0 ? below(batch) : runs.get(above - 1).towards(runs.get(above), batch);
  }

  private BatchProfile below(double batch) {
    BatchProfile smallest = runs.getFirst();
    BatchProfile inProportion = smallest.times(batch, batch / smallest.batch());
    if (runs.size() == 1) {
      return inProportion;
    }
    BatchProfile next = runs.get(1);
    double slope =
        (next.propagationSeconds() - smallest.propagationSeconds())
            / (next.batch() - smallest.batch());
    double onTheLine = smallest.propagationSeconds() - slope * (smallest.batch() - batch);
    double factor = Math.min(1, onTheLine / smallest.propagationSeconds());
    return factor > batch / smallest.batch() ? smallest.times(batch, factor) : inProportion;
  }
}
