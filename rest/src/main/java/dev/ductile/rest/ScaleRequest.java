package dev.ductile.rest;

/** A size at which a job is fixed by hand. */
public record ScaleRequest(int workers, int servers, String why) {}
