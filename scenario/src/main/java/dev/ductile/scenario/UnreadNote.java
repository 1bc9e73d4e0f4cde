package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Note;

/**
 * A note as it is written, of a policy that is not installed or has notes of another form by now.
 * No policy reads it; it is kept, and written again as it was.
 */
public record UnreadNote(JsonNode written) implements Note {}
