package dev.ductile.runtime.worker;

/**
 * Examples of one split that belong to one step. Positions are counted over all epochs.
 *
 * @param size the number of examples of the split
 * @param begin the position of the first
 * @param end the position behind the last, in the same epoch
 */
record Portion(int split, int size, long begin, long end) {
  Portion {
    if (size < 1 || begin < 0 || end < begin || (end > begin && (end - 1) / size != begin / size)) {
      throw new IllegalArgumentException(
          "positions %d to %d are not in one epoch of split %d with %d examples"
              .formatted(begin, end, split, size));
    }
  }

  int count() {
    return (int) (end - begin);
  }

  long epoch() {
    return begin / size;
  }

  /** The index of the first example in the epoch's order. */
  int from() {
    return (int) (begin % size);
  }

  int to() {
    return from() + count();
  }

  /** The first examples of this portion. */
  Portion first(int examples) {
    return new Portion(split, size, begin, begin + Math.min(examples, count()));
  }
}
