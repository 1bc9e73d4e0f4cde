package dev.ductile.models.capture;

import java.io.IOException;

/** A capture that can be read, but from which nothing can be learned about steps. */
final class UnfitException extends IOException {
  private static final long serialVersionUID = 1;

  UnfitException(String message) {
    super(message);
  }
}
