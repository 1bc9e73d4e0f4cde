package dev.ductile.rest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node and its jobs.
 *
 * @param state up, down or drained
 * @param used the measured use; empty where it is not measured
 */
public record NodeView(
    String name,
    String state,
    Optional<String> why,
    Map<String, Double> capacity,
    Map<String, Double> allocated,
    Map<String, Double> used,
    Map<String, String> labels,
    List<TaskHolder> jobs) {}
