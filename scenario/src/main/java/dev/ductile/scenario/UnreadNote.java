package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Note;

/**
 * A note of a policy that is not installed, or of an older form. No policy reads it; it is kept and
 * written unchanged.
 */
public record UnreadNote(JsonNode written) implements Note {}
