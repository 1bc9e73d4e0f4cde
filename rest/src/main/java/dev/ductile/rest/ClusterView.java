package dev.ductile.rest;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster now.
 *
 * @param jobs the number of jobs in each state
 * @param alerts sentences for operators, such as: the policy changes job a again and again
 */
public record ClusterView(
    Instant at,
    String version,
    String policy,
    int nodes,
    int nodesDown,
    int nodesDrained,
    List<ResourceUse> resources,
    Map<String, Integer> jobs,
    Optional<DecisionView> lastDecision,
    long decisions,
    List<String> alerts,
    List<QueueView> queues) {}
