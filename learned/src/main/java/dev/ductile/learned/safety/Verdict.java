package dev.ductile.learned.safety;

/**
 * The result of an evaluation.
 *
 * @param better whether the policy in shadow is better than its teacher
 * @param sentence the figures of the comparison
 */
public record Verdict(boolean better, String sentence) {}
