package dev.ductile.rest;

import java.time.Instant;

/** A time as an interval that holds 80 % of the simulations, and its median. */
public record TimeRange(Instant earliest, Instant median, Instant latest) {}
