package dev.ductile.learned.dl2;

/**
 * One inference of a slot: the state, and the action that was chosen in it.
 *
 * @param state the input of the network
 * @param legal the legal actions, by their index
 * @param action the index of the action
 * @param isGuided whether exploration chose it instead of the network
 */
public record Inference(float[] state, boolean[] legal, int action, boolean isGuided) {}
