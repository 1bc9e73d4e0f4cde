package dev.ductile.runtime.parameters;

/**
 * Some rows of one tensor: the unit that a server holds and that moves as a whole.
 *
 * @param id its index in {@link PartitionLayout#partitions}
 * @param tensor the tensor's index in {@link PartitionLayout#tensors}
 * @param firstRow the first of its rows
 * @param rows the number of rows
 * @param width the number of floats in a row
 */
public record Partition(int id, int tensor, int firstRow, int rows, int width) {
  public int floats() {
    return rows * width;
  }
}
