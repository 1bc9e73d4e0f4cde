package dev.ductile.runtime.job;

import java.util.Optional;

/**
 * When the job is done: at the first of what is given.
 *
 * @param loss the mean over the last epoch's examples that is good enough
 */
public record StopRule(Optional<Integer> epochs, Optional<Long> steps, Optional<Double> loss) {}
