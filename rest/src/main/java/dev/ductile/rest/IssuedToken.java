package dev.ductile.rest;

/** A new token. Its secret is shown once. */
public record IssuedToken(TokenView token, String secret) {}
