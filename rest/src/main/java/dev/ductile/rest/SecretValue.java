package dev.ductile.rest;

/** The value of a secret, which a server stores and never shows. */
public record SecretValue(String value) {}
