package dev.ductile.rest;

import java.util.Optional;

/**
 * Whether the service works.
 *
 * @param status ok or unready
 * @param reason why it takes no requests
 */
public record Health(String status, Optional<String> reason) {}
