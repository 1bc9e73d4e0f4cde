package dev.ductile.api;

/**
 * Why the scheduler changed an allocation, in the words of that decision.
 *
 * @param policy the policy that decided
 * @param stepsPerSecond the expected speed after the change; 0 if it is unknown
 */
public record ChangeReason(
    String policy, Reason.Kind kind, String sentence, double stepsPerSecond) {}
