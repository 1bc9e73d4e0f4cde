package dev.ductile.rest;

/** The tasks of a job on one node. */
public record TaskShare(String node, int workers, int servers) {}
