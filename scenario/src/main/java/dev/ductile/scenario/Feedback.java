package dev.ductile.scenario;

/**
 * Users who look at the first results of a job and may not like them.
 *
 * @param fraction the part of its work that is early feedback
 * @param kill the probability that its user then kills it
 */
public record Feedback(double fraction, double kill) {
  public static final Feedback NONE = new Feedback(0, 0);

  public Feedback {
    require("fraction", fraction);
    require("kill", kill);
  }

  private static void require(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "%s must be between 0 and 1, not %s".formatted(name, share));
    }
  }
}
