package dev.ductile.models.capture;

import java.io.IOException;

/** A capture is readable, but does not show steps. */
final class UnusableCaptureException extends IOException {
  private static final long serialVersionUID = 1;

  UnusableCaptureException(String message) {
    super(message);
  }
}
