package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;

/** A setting of a policy: its key and its default. */
public record PolicySetting(String name, JsonNode value) {}
