package dev.ductile.rest;

import java.util.List;

/**
 * The user of a request.
 *
 * @param by how the user signed in: token or oidc
 */
public record Identity(String user, String role, List<String> queues, String by) {}
