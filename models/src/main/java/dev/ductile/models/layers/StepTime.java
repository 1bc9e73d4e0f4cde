package dev.ductile.models.layers;

/**
 * The seconds of one training step of one worker, and the shares of its parts that overlap leaves.
 */
public record StepTime(double seconds, Eta eta) {}
