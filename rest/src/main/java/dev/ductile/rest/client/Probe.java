package dev.ductile.rest.client;

import java.time.Instant;
import java.util.Optional;

/**
 * The answer of a server to a request that needs no token.
 *
 * @param time the clock of the server, by its header {@code Date}
 */
public record Probe(int status, Optional<Instant> time) {}
