package dev.ductile.rest;

/**
 * An OpenID Connect provider to which a page sends people.
 *
 * @param name the name of the provider for people
 * @param authorization the address of its authorization endpoint
 * @param clientId the client id of the server at the provider
 * @param scope the scopes to ask for, separated by spaces
 */
public record ProviderView(String name, String authorization, String clientId, String scope) {}
