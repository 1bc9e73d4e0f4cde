package dev.ductile.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * The reason for the state of a job: a kind for programs and a sentence for people.
 *
 * @param kind one of docs/reference/reasons.md, such as {@code waiting-for-capacity}
 * @param values the values of the sentence by their names
 */
public record ReasonView(String kind, String sentence, Map<String, JsonNode> values) {}
