package dev.ductile.api;

import java.util.Optional;

/**
 * Provides a policy under a name; found by {@link java.util.ServiceLoader}.
 *
 * @param <S> the settings of the policy: a record whose components are named as the settings, and
 *     whose constructor checks them
 */
public interface PolicyProvider<S extends Record> {
  Profile profile();

  /** The default settings. */
  S defaults();

  Policy create(S settings, PolicyContext context);

  /**
   * Whether the policy chooses sizes: a job may get another size than the one that it asks for. All
   * others only order jobs.
   */
  default boolean resizes() {
    return false;
  }

  /** The notes that the policy writes on jobs, under the name of its profile; absent for most. */
  default Optional<Notebook<?>> notebook() {
    return Optional.empty();
  }

  /**
   * The description of a policy for its users.
   *
   * @param paper author, venue and year of the publication; empty for folklore
   * @param summary one line
   */
  record Profile(String name, String paper, String summary) {}
}
