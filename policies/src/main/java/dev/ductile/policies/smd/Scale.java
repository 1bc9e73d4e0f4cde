package dev.ductile.policies.smd;

/** The factor of a fractional size before rounding, which keeps rounding up within the limits. */
public enum Scale {
  /** 1, as in the evaluation of the paper. */
  ONE,
  /** The factor of Lemma 3. */
  LEMMA
}
