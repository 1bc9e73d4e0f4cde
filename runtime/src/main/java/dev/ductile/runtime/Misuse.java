package dev.ductile.runtime;

/** This process was started with wrong arguments or environment; the message is one line. */
final class Misuse extends RuntimeException {
  Misuse(String message) {
    super(message);
  }
}
