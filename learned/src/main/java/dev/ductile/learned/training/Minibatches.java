package dev.ductile.learned.training;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** The steps of one pass over all lessons. */
final class Minibatches {
  private Minibatches() {}

  /** Shuffles a list, and cuts it into parts of this size; the last one may be smaller. */
  static <T> List<List<T>> shuffled(List<T> lessons, int size, RandomGenerator random) {
    Collections.shuffle(lessons, Random.from(random));
    var batches = new ArrayList<List<T>>();
    for (int first = 0; first < lessons.size(); first += size) {
      batches.add(lessons.subList(first, Math.min(lessons.size(), first + size)));
    }
    return batches;
  }
}
