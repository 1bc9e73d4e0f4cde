package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What was learned of a job's speed.
 *
 * @param answer for the person who asked
 * @param model the group of keys that says it to a scenario
 * @param notes lines that are not part of the answer
 */
record Finding(Answer answer, ObjectNode model, List<String> notes) {
  Finding {
    notes = List.copyOf(notes);
  }
}
