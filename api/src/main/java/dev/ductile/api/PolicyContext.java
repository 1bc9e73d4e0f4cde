package dev.ductile.api;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The surroundings of a policy, with which it is made.
 *
 * @param placement how the tasks of jobs are placed
 * @param seed the policy's chance; its own, so that it disturbs no other
 * @param others the policies that are installed, for a policy that is made of others
 * @param folder where the policy may keep files; none where nothing is to be kept
 */
public record PolicyContext(
    Placement placement, Seed seed, Policies others, Optional<Path> folder) {

  /** Surroundings without other policies and without a folder. */
  public static PolicyContext of(Placement placement, Seed seed) {
    return new PolicyContext(placement, seed, Policies.NONE, Optional.empty());
  }

  /** The surroundings of a policy within this one: the same, but with chance of its own. */
  public PolicyContext inner(String name) {
    return new PolicyContext(placement, seed.child(name), others, folder);
  }
}
