package dev.ductile.learned.training;

import dev.ductile.learned.slot.Inference;
import java.util.List;

/**
 * The estimated advantage of an inference.
 *
 * @param targets the values that its consequences show, one for each job
 */
record AdvantageEstimate(Inference inference, double advantage, List<Double> targets) {}
