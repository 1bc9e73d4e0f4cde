package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Inference;
import java.util.List;

/**
 * An inference with its advantage.
 *
 * @param targets the values that its consequences show, one for each job
 */
record Judged(Inference inference, double advantage, List<Double> targets) {}
