package dev.ductile.rest;

/**
 * A key of the server file whose value has changed.
 *
 * @param change both values, or what is new, as text for people; may be empty
 */
public record KeyChange(String key, String change) {}
