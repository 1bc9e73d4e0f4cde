package dev.ductile.models.layers;

/** One training step of one worker: how long it takes, and what overlapping leaves of its parts. */
public record Step(double seconds, Eta eta) {}
