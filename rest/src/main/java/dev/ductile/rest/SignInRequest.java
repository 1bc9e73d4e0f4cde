package dev.ductile.rest;

/**
 * The end of a sign-in at an OpenID Connect provider.
 *
 * @param code the authorization code of the provider
 * @param verifier the secret of PKCE (RFC 7636) whose hash went to the provider
 * @param nonce the nonce that went to the provider
 * @param redirect the address to which the provider sent the code
 */
public record SignInRequest(String code, String verifier, String nonce, String redirect) {}
