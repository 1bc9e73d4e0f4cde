package dev.ductile.rest.client;

/** A request without the wanted answer. The message is one sentence for the user. */
public abstract sealed class ClientException extends RuntimeException
    permits ProblemException, UnreachableException, UnusableAnswerException {
  ClientException(String message) {
    super(message);
  }

  ClientException(String message, Throwable cause) {
    super(message, cause);
  }

  /** One sentence. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
