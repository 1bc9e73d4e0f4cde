package dev.ductile.rest;

import java.time.Instant;
import java.util.List;

/**
 * One decision of the policy.
 *
 * @param trigger the event that led to it
 * @param dropped illegal grants of the policy, which were not applied
 */
public record DecisionView(
    long number,
    Instant at,
    String policy,
    String trigger,
    double milliseconds,
    List<DecidedChange> changes,
    int unchanged,
    int waiting,
    List<String> dropped) {}
