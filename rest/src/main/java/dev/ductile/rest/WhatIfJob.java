package dev.ductile.rest;

import java.util.Optional;

/** One job in both futures. */
public record WhatIfJob(
    String job,
    Optional<TimeRange> startNow,
    Optional<TimeRange> startAsked,
    Optional<TimeRange> endNow,
    Optional<TimeRange> endAsked) {}
