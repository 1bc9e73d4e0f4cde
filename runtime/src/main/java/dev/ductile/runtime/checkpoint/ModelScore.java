package dev.ductile.runtime.checkpoint;

import java.util.OptionalDouble;

/**
 * The quality of a model's predictions.
 *
 * @param loss the mean of the model's own loss, without regularisation
 * @param accuracy the share of examples whose class is predicted
 * @param areaUnderCurve the probability that a positive example scores above a negative one
 * @param error the root of the mean squared difference, of a regression
 */
public record ModelScore(
    long examples,
    OptionalDouble loss,
    OptionalDouble accuracy,
    OptionalDouble areaUnderCurve,
    OptionalDouble error) {}
