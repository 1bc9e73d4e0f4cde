package dev.ductile.learned.training;

import dev.ductile.learned.slot.Inference;
import java.util.Optional;

/**
 * An inference with its consequence.
 *
 * @param reward the reward of its action
 * @param next the state after it; absent at the end of an episode
 */
public record Sample(Inference inference, double reward, Optional<Inference> next) {}
