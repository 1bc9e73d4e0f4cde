package dev.ductile.runtime.data;

import java.io.IOException;

/**
 * Data that cannot be read now and may be readable later, such as those of a server that is down.
 */
public final class UnavailableDataException extends IOException {
  public UnavailableDataException(String message) {
    super(message);
  }

  public UnavailableDataException(String message, IOException cause) {
    super(message, cause);
  }
}
