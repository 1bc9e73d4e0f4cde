package dev.ductile.bench.testbed;

import java.util.List;

/**
 * Measured throughputs with 1, 2, ... workers beside predicted ones.
 *
 * @param name the name of its files
 * @param words a description of the case
 * @param profile the profile of one worker, in lines
 */
record Comparison(
    String name,
    String words,
    String profile,
    List<Prediction> predictions,
    List<Measured> measured) {}
