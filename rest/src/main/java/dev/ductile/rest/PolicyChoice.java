package dev.ductile.rest;

/**
 * The policy that decides, or a request to change it.
 *
 * @param policy its name and settings, as on a command line
 */
public record PolicyChoice(String policy, String why) {}
