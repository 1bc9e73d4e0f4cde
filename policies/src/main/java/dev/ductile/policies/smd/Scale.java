package dev.ductile.policies.smd;

/** What a fractional size is multiplied by before it is rounded, lest too much is rounded up. */
public enum Scale {
  /** Nothing: 1, as in the evaluation of the paper. */
  ONE,
  /** The factor of Lemma 3. */
  LEMMA
}
