package dev.ductile.server.accounts;

/** The proof of a user's identity. */
public sealed interface SignIn {
  /** A token that this service issued. */
  record ByToken(String id) implements SignIn {}

  /** A token that an OpenID Connect issuer signed. */
  record ByOpenId() implements SignIn {}

  /** A session that began with such a token. */
  record BySession(String id) implements SignIn {}

  /** The word of {@code Identity.by}. */
  default String word() {
    return switch (this) {
      case ByToken token -> "token";
      case ByOpenId openId -> "oidc";
      case BySession session -> "oidc";
    };
  }
}
