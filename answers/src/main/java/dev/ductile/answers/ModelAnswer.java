package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A speed model that was measured or fitted.
 *
 * @param response the answer
 * @param model the model as a scenario has it
 * @param notes lines for people beside the answer
 */
public record ModelAnswer(Response response, ObjectNode model, List<String> notes) {
  public ModelAnswer {
    notes = List.copyOf(notes);
  }
}
