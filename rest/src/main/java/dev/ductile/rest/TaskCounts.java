package dev.ductile.rest;

/** A number of tasks of each role. */
public record TaskCounts(int workers, int servers) {}
