package dev.ductile.rest;

/** The reason of a user for a command; may be empty. */
public record WhyRequest(String why) {}
