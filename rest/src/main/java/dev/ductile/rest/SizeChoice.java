package dev.ductile.rest;

/**
 * One size of a job and its effect.
 *
 * @param sentence what would change at this size, and why it was not chosen
 */
public record SizeChoice(TaskCounts size, double stepsPerSecond, boolean isNow, String sentence) {}
