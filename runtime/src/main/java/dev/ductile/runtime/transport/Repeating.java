package dev.ductile.runtime.transport;

/** A type of value that repeats often in lists, so that each different value is sent once. */
public interface Repeating {}
