package dev.ductile.rest;

/** The expected size of a job from a time on. */
public record SizeForecast(TimeRange from, TaskCounts size) {}
