package dev.ductile.learned.training;

/** The state that follows an inference, whose value counts in the inference's advantage. */
public enum NextState {
  /** The next inference, in the same slot or in the next one: one step of DL2, Section 4.3. */
  INFERENCE,
  /** The first inference of the next slot, for every inference of a slot. */
  SLOT
}
