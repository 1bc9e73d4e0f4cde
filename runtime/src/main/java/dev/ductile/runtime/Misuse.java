package dev.ductile.runtime;

/** This process was started wrongly; the message is one line that says how. */
final class Misuse extends RuntimeException {
  Misuse(String message) {
    super(message);
  }
}
