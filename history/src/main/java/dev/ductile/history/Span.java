package dev.ductile.history;

/**
 * A time span of one job at one size: a bar of a Gantt chart. Times are seconds since the first job
 * of the run was submitted.
 */
public record Span(String job, double from, double to, int workers, int servers, String nodes) {}
