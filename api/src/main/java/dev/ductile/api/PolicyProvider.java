package dev.ductile.api;

import java.util.Optional;

/**
 * Offers a policy under a name; found by {@link java.util.ServiceLoader}.
 *
 * @param <S> its settings: a record whose components are the settings' names, and whose constructor
 *     checks them
 */
public interface PolicyProvider<S extends Record> {
  Profile profile();

  /** The settings of somebody who sets nothing. */
  S defaults();

  Policy create(S settings, PolicyContext context);

  /** The notes that the policy writes on jobs, under the name of its profile; none for most. */
  default Optional<Notebook<?>> notebook() {
    return Optional.empty();
  }

  /**
   * What people read about a policy before they choose it.
   *
   * @param paper author, venue and year of where it was published; empty for folklore
   * @param summary its meaning in one line
   */
  record Profile(String name, String paper, String summary) {}
}
