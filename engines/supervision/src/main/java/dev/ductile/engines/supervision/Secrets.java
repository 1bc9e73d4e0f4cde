package dev.ductile.engines.supervision;

import java.util.Optional;

/** The stored secrets of users, which an engine reads when it starts a task. */
@FunctionalInterface
public interface Secrets {
  /** No secrets. */
  Secrets NONE = (_, _) -> Optional.empty();

  /** The secret that this user has stored under this name. */
  Optional<String> value(String owner, String name);
}
