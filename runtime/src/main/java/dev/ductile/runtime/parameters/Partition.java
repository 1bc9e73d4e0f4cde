package dev.ductile.runtime.parameters;

/**
 * Some rows of one tensor: what one server holds and moves as a whole.
 *
 * @param id its place in {@link Layout#partitions}
 * @param tensor the tensor's place in {@link Layout#tensors}
 * @param firstRow the first of its rows
 * @param rows how many
 * @param width numbers in a row
 */
public record Partition(int id, int tensor, int firstRow, int rows, int width) {
  public int floats() {
    return rows * width;
  }
}
