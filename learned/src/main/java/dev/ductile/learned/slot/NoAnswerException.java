package dev.ductile.learned.slot;

/** A network whose outputs are not finite, so that no action is the most probable one. */
final class NoAnswerException extends RuntimeException {
  NoAnswerException(IllegalArgumentException cause) {
    super("the network has no finite answer: " + cause.getMessage(), cause);
  }
}
