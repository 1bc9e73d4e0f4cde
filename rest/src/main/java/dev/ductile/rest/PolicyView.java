package dev.ductile.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** An installed policy. */
public record PolicyView(
    String name, String paper, String summary, boolean resizes, Map<String, JsonNode> settings) {}
