package dev.ductile.server.accounts;

/** A request about accounts that is refused. */
public final class AccountRefusal extends RuntimeException {
  /** The cause of a refusal. */
  public enum Kind {
    /** The request is malformed. */
    INVALID,
    /** The user lacks the right. */
    FORBIDDEN,
    /** There is no such token, or the user may not know of it. */
    UNKNOWN,
    /** A limit is reached. */
    LIMIT
  }

  private final Kind kind;

  AccountRefusal(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
