package dev.ductile.rest;

import java.util.Map;

/** Further nodes of a what-if question. */
public record AddedNodes(int count, Map<String, Double> resources, Map<String, String> labels) {}
