package dev.ductile.rest;

import java.util.List;
import java.util.Optional;

/** A request for a token. */
public record NewToken(
    String name,
    String user,
    String role,
    List<String> queues,
    Optional<Double> expiresInSeconds) {}
