package dev.ductile.runtime.checkpoint;

import java.util.OptionalDouble;

/**
 * How well a model predicts examples.
 *
 * @param loss the mean of the model's own loss, without what keeps its parameters small
 * @param accuracy the share of examples whose class is predicted
 * @param areaUnderCurve the chance that a positive example scores above a negative one
 * @param error the root of the mean squared difference, of a regression
 */
public record Score(
    long examples,
    OptionalDouble loss,
    OptionalDouble accuracy,
    OptionalDouble areaUnderCurve,
    OptionalDouble error) {}
