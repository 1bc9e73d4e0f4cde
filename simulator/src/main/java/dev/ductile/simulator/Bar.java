package dev.ductile.simulator;

/**
 * A stretch of one job's life at one size: what a Gantt chart draws. Times are seconds since the
 * first job of the run was submitted.
 */
public record Bar(String job, double from, double to, int workers, int servers, String nodes) {}
