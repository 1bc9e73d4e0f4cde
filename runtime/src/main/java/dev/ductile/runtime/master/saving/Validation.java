package dev.ductile.runtime.master.saving;

import java.util.OptionalDouble;

/**
 * The quality of a checkpoint's predictions of the held-out examples.
 *
 * @param step of the checkpoint
 * @param loss the mean loss, without l1 and l2
 * @param accuracy the share of examples whose class is predicted; none for a regression
 */
public record Validation(long step, double loss, OptionalDouble accuracy, long examples) {}
