package dev.ductile.rest;

import java.util.Optional;

/**
 * One job in both futures. A time is empty if it is past, or if the simulations do not reach it.
 *
 * @param state its state when the question was asked: new if it is only in the question, pending or
 *     running
 */
public record WhatIfJob(
    String job,
    String state,
    Optional<TimeRange> startNow,
    Optional<TimeRange> startAsked,
    Optional<TimeRange> endNow,
    Optional<TimeRange> endAsked) {}
