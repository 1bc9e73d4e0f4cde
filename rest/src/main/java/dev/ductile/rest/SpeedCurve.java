package dev.ductile.rest;

import java.util.List;

/**
 * The speed of a job against its size.
 *
 * @param model the speed model and its parameters, as text; "recorded" for a job that is over,
 *     whose points are the sizes that it had
 */
public record SpeedCurve(String model, List<SpeedPoint> points, TaskCounts now) {}
