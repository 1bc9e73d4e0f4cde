package dev.ductile.rest;

import java.util.Optional;

/**
 * How people sign in besides by tokens of the server.
 *
 * @param issuer the OpenID Connect provider, if there is one
 * @param problem why its tokens cannot be verified now
 * @param provider what a page needs to send people to the provider; absent while that is unknown
 */
public record SignInView(
    Optional<String> issuer, Optional<String> problem, Optional<ProviderView> provider) {}
