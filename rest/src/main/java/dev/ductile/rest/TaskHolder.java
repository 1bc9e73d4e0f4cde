package dev.ductile.rest;

/** A job with tasks on a node. */
public record TaskHolder(String job, int workers, int servers) {}
