package dev.ductile.rest;

import java.util.List;
import java.util.Optional;

/**
 * A question about another cluster or policy, from the present state on.
 *
 * @param policy the name of another policy and its settings
 * @param removeNodes the names of lost nodes
 * @param job one more job, as a job file
 */
public record WhatIfQuestion(
    Optional<String> policy,
    List<AddedNodes> addNodes,
    List<String> removeNodes,
    Optional<String> job,
    Optional<Integer> simulations) {}
