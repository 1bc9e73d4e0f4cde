package dev.ductile.learned.training;

import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.SlotDraft;
import java.util.List;

/**
 * An agent whose every inference is corrected by a teacher: the pupil acts, and the lesson is what
 * the teacher would have done in the same state. So it learns to return from states into which a
 * teacher never comes (Ross et al., AISTATS 2011).
 *
 * @param lessons receives the inferences with the teacher's actions
 */
record CorrectedAgent(Agent pupil, Agent teacher, List<Inference> lessons) implements Agent {
  @Override
  public Chosen choose(SlotDraft draft) {
    lessons.add(new Inference(draft.state(), draft.legal(), teacher.choose(draft).action(), false));
    return pupil.choose(draft);
  }
}
