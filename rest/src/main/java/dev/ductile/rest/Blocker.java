package dev.ductile.rest;

import java.util.List;
import java.util.Map;

/**
 * One cause for which a job waits.
 *
 * @param kind such as capacity, fragmentation, quota, order, hold, gang, dependency, nodes, policy
 * @param jobs the jobs that hold what it needs, or that come before it
 */
public record Blocker(
    String kind,
    String sentence,
    List<String> jobs,
    List<String> nodes,
    Map<String, Double> needs,
    Map<String, Double> free) {}
