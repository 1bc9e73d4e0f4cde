package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;

/** A setting of a policy, for people: its key, and its value for those who set nothing. */
public record Setting(String name, JsonNode value) {}
