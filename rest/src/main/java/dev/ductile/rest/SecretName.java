package dev.ductile.rest;

/** The name of a stored secret. */
public record SecretName(String name) {}
