package dev.ductile.api;

/** A machine that runs tasks, with all it has to give. */
public record Node(NodeId id, Resources capacity) {}
