package dev.ductile.server.accounts;

import java.util.Arrays;
import java.util.Optional;

/** The rights of a user. Each role has all rights of the roles before it. */
public enum Role {
  /** Reads everything but logs of others. */
  VIEWER("viewer"),
  /** Submits jobs and changes its own. */
  USER("user"),
  /** Changes all jobs of its queues. */
  QUEUE_ADMIN("queue-admin"),
  /** Changes everything: nodes, queues, the policy, tokens. */
  ADMIN("admin");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** The role in documents, such as {@code queue-admin}. */
  public String word() {
    return word;
  }

  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /** The role of this word. */
  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word.equals(word)).findFirst();
  }
}
