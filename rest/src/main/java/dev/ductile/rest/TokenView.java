package dev.ductile.rest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An access token without its secret.
 *
 * @param role viewer, user, queue-admin or admin
 * @param queues the queues of a queue admin
 */
public record TokenView(
    String id,
    String name,
    String user,
    String role,
    List<String> queues,
    Instant created,
    Optional<Instant> expires,
    Optional<Instant> lastUsed,
    boolean revoked) {}
