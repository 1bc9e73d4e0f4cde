package dev.ductile.rest;

import java.util.Optional;

/**
 * How people sign in besides by tokens of the server.
 *
 * @param issuer the OpenID Connect provider, if there is one
 * @param problem why its tokens cannot be verified now
 */
public record SignInView(Optional<String> issuer, Optional<String> problem) {}
