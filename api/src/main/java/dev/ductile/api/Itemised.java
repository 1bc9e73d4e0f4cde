package dev.ductile.api;

import java.util.SortedMap;

/** A speed that can say more about a prediction than how fast: the parts it is made of. */
public interface Itemised {
  /**
   * What else is known of this allocation, under the names that {@code ductile predict} prints:
   * numbers in SI units, and lists and maps of them.
   */
  SortedMap<String, Object> items(Allocation where);
}
