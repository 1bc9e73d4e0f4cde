package dev.ductile.rest;

import java.util.List;

/**
 * The speed of a job against its size.
 *
 * @param model the speed model and its parameters, as text
 */
public record SpeedCurve(String model, List<SpeedPoint> points, TaskCounts now) {}
