package dev.ductile.api;

/**
 * Settings of a policy that name files. The files are checked when a scenario or a command names
 * the policy, before its first decision.
 */
@FunctionalInterface
public interface RequiredFiles {
  /**
   * Refuses files that the policy cannot use.
   *
   * @throws IllegalArgumentException whose message states the whole rule, and begins with the key
   *     of the setting
   */
  void requireFiles();
}
