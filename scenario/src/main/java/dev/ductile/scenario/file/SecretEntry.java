package dev.ductile.scenario.file;

import java.util.Optional;

/**
 * A secret in the environment of each task.
 *
 * @param name the environment variable
 * @param from the name under which the secret is stored; the name of the variable if it is absent
 */
record SecretEntry(String name, Optional<String> from) {
  SecretEntry {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException(
          "name must be an environment variable such as WANDB_API_KEY, not \"%s\"".formatted(name));
    }
    if (from.isPresent() && from.get().isBlank()) {
      throw new IllegalArgumentException("from must be the name of a stored secret");
    }
  }

  String stored() {
    return from.orElse(name);
  }
}
