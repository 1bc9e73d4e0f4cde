package dev.ductile.runtime.data;

import java.io.IOException;

/** Malformed data: reading them again will not help. The message names the place and the fault. */
public final class MalformedDataException extends IOException {
  public MalformedDataException(String message) {
    super(message);
  }
}
