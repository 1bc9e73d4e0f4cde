package dev.ductile.learned.safety;

/** The part that the policy in shadow has at a time. */
public enum Mode {
  /** Its teacher decides, and its own plans are only logged. */
  SHADOW,
  /** It decides. */
  ACTING,
  /** Neither it nor its teacher decides, because an operator chose another policy. */
  ASIDE
}
