package dev.ductile.api;

/**
 * One way in which a grant breaks the law, in words.
 *
 * @param grant its place in the plan, from 0
 * @param job whom it is for
 */
public record Violation(int grant, JobId job, String text) {
  @Override
  public String toString() {
    return text;
  }
}
