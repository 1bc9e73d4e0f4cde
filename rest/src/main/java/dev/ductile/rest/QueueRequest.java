package dev.ductile.rest;

import com.fasterxml.jackson.databind.JsonNode;

/** The settings of a queue; the same keys as in a server file. */
public record QueueRequest(JsonNode queue) {}
