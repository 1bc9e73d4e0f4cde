package dev.ductile.rest;

import java.util.Optional;

/**
 * The speed of a job at one size, in steps per second.
 *
 * @param low the lower end of the interval of the prediction
 */
public record SpeedPoint(
    TaskCounts size, double predicted, double low, double high, Optional<Double> measured) {}
