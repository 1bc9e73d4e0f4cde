package dev.ductile.rest;

import java.util.List;

/**
 * The answer to a job file that was checked and not submitted.
 *
 * @param problems why the job would be refused
 * @param notes hints for the user
 */
public record DryRun(
    boolean accepted, List<String> problems, List<String> notes, List<Forecast> forecasts) {}
