package dev.ductile.rest;

import java.util.List;
import java.util.Optional;

/**
 * When a job starts and how it grows, by simulations from the present state.
 *
 * @param sentence such as: starts with 2 workers now, 6 by about 15:10
 * @param isCut whether the simulations ended before the job did
 */
public record Forecast(
    String job,
    String sentence,
    Optional<TimeRange> start,
    Optional<TimeRange> end,
    List<SizeForecast> sizes,
    int simulations,
    boolean isCut) {}
