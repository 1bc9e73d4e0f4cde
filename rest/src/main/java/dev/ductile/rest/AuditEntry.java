package dev.ductile.rest;

import java.time.Instant;

/**
 * One request that changed something, or was refused.
 *
 * @param from the address of the client
 */
public record AuditEntry(
    long number,
    Instant at,
    String user,
    String from,
    String action,
    String target,
    String outcome) {}
