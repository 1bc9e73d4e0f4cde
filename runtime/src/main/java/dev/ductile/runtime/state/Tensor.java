package dev.ductile.runtime.state;

/**
 * A named table of parameters.
 *
 * @param rows one for each feature, or each neuron
 * @param width numbers in a row
 * @param keyed whether workers ask for single rows of it, because a batch touches few of them
 */
public record Tensor(String name, int rows, int width, boolean keyed) {
  public Tensor {
    if (rows < 1 || width < 1) {
      throw new IllegalArgumentException(
          "tensor %s needs rows and a width, not %d and %d".formatted(name, rows, width));
    }
  }

  public long floats() {
    return (long) rows * width;
  }
}
