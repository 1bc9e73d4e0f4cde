package dev.ductile.history;

/**
 * A stretch of one job's life at one size: what a Gantt chart draws. Times are seconds since the
 * first job of the run was submitted.
 */
public record Span(String job, double from, double to, int workers, int servers, String nodes) {}
