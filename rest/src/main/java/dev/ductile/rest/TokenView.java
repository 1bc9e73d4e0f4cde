package dev.ductile.rest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An access token without its secret, or a session of a person who signed in at an OpenID Connect
 * provider.
 *
 * @param kind token or session
 * @param role viewer, user, queue-admin or admin
 * @param queues the queues of a queue admin
 */
public record TokenView(
    String id,
    String kind,
    String name,
    String user,
    String role,
    List<String> queues,
    Instant created,
    Optional<Instant> expires,
    Optional<Instant> lastUsed,
    boolean revoked) {}
