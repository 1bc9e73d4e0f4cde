package dev.ductile.api;

/**
 * One way in which a grant is illegal, in words.
 *
 * @param grant its position in the plan, from 0
 * @param job the job of the grant
 */
public record Violation(int grant, JobId job, String text) {
  @Override
  public String toString() {
    return text;
  }
}
