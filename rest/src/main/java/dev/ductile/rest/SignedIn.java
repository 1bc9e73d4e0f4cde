package dev.ductile.rest;

import java.time.Instant;

/**
 * A session of a person who signed in at an OpenID Connect provider.
 *
 * @param token the access token of the session
 * @param user the name of the person
 * @param expires the end of the session
 */
public record SignedIn(String token, String user, Instant expires) {}
