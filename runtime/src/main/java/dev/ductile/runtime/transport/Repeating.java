package dev.ductile.runtime.transport;

/** A value of which lists have few different ones, so that each is sent once. */
public interface Repeating {}
