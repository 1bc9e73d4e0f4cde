package dev.ductile.learned.safety;

/** Compares the policy in shadow with its teacher, apart from the running cluster. */
@FunctionalInterface
public interface Evaluation {
  Verdict evaluate();
}
