package dev.ductile.api;

import java.util.SortedMap;

/** A speed that can also report the parts of its prediction. */
public interface Itemised {
  /**
   * The parts of the prediction for this allocation, under the names that {@code ductile predict}
   * prints: numbers in SI units, and lists and maps of them.
   */
  SortedMap<String, Object> items(Allocation where);
}
