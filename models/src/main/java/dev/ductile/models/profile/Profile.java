package dev.ductile.models.profile;

import java.util.List;
import java.util.Optional;

/**
 * How one network trains on one device.
 *
 * @param name network and device, as files name it: {@code resnet50@h200}
 * @param device what it was measured on, or computed for
 * @param precision of its numbers, such as tf32
 * @param parameters how many it has, of four bytes each
 * @param dataset what it is trained on, where its source says so
 * @param runs from the smallest batch to the largest, all with the same layers; none of a shape, of
 *     which nobody has told the times
 */
public record Profile(
    String name,
    String device,
    String precision,
    long parameters,
    Optional<Dataset> dataset,
    List<Run> runs) {
  private static final double BYTES_PER_PARAMETER = 4;

  /** What a network learns from, and how long. */
  public record Dataset(String name, long examples, int epochs) {}

  public Profile {
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

  /** What goes over the network in one direction when all parameters do. */
  public double bytes() {
    return BYTES_PER_PARAMETER * parameters;
  }

  /** Whether it has a size but no times. */
  public boolean isShape() {
    return runs.isEmpty();
  }

  /** This shape on a device that takes so long for each example. */
  Profile timed(double batch, double secondsPerExample) {
    var run = new Run(batch, batch * secondsPerExample, 0, List.of());
    return new Profile(name, device, precision, parameters, dataset, List.of(run));
  }

  /** The largest batch that was measured: the one that uses the device best. */
  public double referenceBatch() {
    return runs.getLast().batch();
  }

  public boolean hasLayers() {
    return layers() > 0;
  }

  /** How many layers have been measured. */
  public int layers() {
    return isShape() ? 0 : runs.getFirst().layers().size();
  }

  /** Whether a batch of this size lies among those of the runs. */
  public boolean isMeasured(double batch) {
    return !isShape() && batch >= runs.getFirst().batch() && batch <= referenceBatch();
  }

  /**
   * A step at any batch: linear between two measured ones. Above the largest, an example takes as
   * long as there. Below the smallest, the line of the two smallest goes on, though neither an
   * example takes less than at the smallest nor the whole batch more.
   */
  public Run run(double batch) {
    Run largest = runs.getLast();
    if (batch >= largest.batch()) {
      return largest.times(batch, batch / largest.batch());
    }
    int above = 0;
    while (runs.get(above).batch() < batch) {
      above++;
    }
    return above == 0 ? below(batch) : runs.get(above - 1).towards(runs.get(above), batch);
  }

  private Run below(double batch) {
    Run smallest = runs.getFirst();
    Run inProportion = smallest.times(batch, batch / smallest.batch());
    if (runs.size() == 1) {
      return inProportion;
    }
    Run next = runs.get(1);
    double slope =
        (next.propagationSeconds() - smallest.propagationSeconds())
            / (next.batch() - smallest.batch());
    double onTheLine = smallest.propagationSeconds() - slope * (smallest.batch() - batch);
    double factor = Math.min(1, onTheLine / smallest.propagationSeconds());
    return factor > batch / smallest.batch() ? smallest.times(batch, factor) : inProportion;
  }
}
