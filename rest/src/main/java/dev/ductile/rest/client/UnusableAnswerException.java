package dev.ductile.rest.client;

/** An answer that is not of a Ductile server of this version. */
public final class UnusableAnswerException extends ClientException {
  UnusableAnswerException(String message) {
    super(message);
  }

  UnusableAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
