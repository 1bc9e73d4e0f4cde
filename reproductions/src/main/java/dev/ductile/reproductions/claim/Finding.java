package dev.ductile.reproductions.claim;

/** What a check found: whether it holds, and the numbers that decided it. */
public record Finding(boolean holds, String measured) {}
