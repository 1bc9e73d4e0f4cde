package dev.ductile.learned.training;

import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;

/** The reward of one action of a slot. */
public enum ActionReward {
  /** The reward of the whole slot (DL2, Section 4.3). */
  SLOT {
    @Override
    double of(Inference inference, Batch batch, Slot slot, ActionSpace actions) {
      return slot.reward();
    }
  },
  /** The reward of the job that gets the tasks; 0 for the end of the slot (DL2, Section 6.5). */
  JOB {
    @Override
    double of(Inference inference, Batch batch, Slot slot, ActionSpace actions) {
      return switch (actions.action(inference.action())) {
        case Action.Add(int row, Action.Tasks _) -> slot.reward(batch.jobs().get(row));
        case Action.Stop _ -> 0;
      };
    }
  };

  /** The reward of an inference of this batch. */
  abstract double of(Inference inference, Batch batch, Slot slot, ActionSpace actions);
}
