package dev.ductile.bench.testbed;

import java.util.List;

/**
 * What was measured with 1, 2, ... workers, and what was expected of it.
 *
 * @param name of its files
 * @param words what is compared
 * @param profile what is known of one worker, in lines
 */
record Comparison(
    String name,
    String words,
    String profile,
    List<Prediction> predictions,
    List<Measured> measured) {}
