package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Note;

/**
 * A note of a policy that is not installed, or in an older format. No policy can read it; it is
 * kept and written back unchanged.
 */
public record UnreadNote(JsonNode written) implements Note {}
