package dev.ductile.rest;

import java.time.Instant;

/** A command is in the journal and applies from this time on. */
public record Accepted(Instant at) {}
