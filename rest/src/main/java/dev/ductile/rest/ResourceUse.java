package dev.ductile.rest;

import java.util.Optional;

/**
 * The use of one resource of the cluster.
 *
 * @param used the measured use; absent where it is not measured
 */
public record ResourceUse(
    String name, double total, double allocated, double drained, Optional<Double> used) {}
