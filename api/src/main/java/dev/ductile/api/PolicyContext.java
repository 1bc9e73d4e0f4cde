package dev.ductile.api;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The surroundings of a policy, given to it when it is made.
 *
 * @param placement places the tasks of jobs
 * @param seed the policy's own source of randomness
 * @param others the installed policies, for a policy that uses others
 * @param folder a folder for the policy's files; absent if it must not keep any
 */
public record PolicyContext(
    Placement placement, Seed seed, Policies others, Optional<Path> folder) {

  /** Surroundings without other policies and without a folder. */
  public static PolicyContext of(Placement placement, Seed seed) {
    return new PolicyContext(placement, seed, Policies.NONE, Optional.empty());
  }

  /** The context of a policy inside this one: the same, with its own source of randomness. */
  public PolicyContext inner(String name) {
    return new PolicyContext(placement, seed.child(name), others, folder);
  }
}
