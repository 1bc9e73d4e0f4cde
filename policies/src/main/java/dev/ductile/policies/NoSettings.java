package dev.ductile.policies;

/** The settings of a policy that has none. */
public record NoSettings() {}
