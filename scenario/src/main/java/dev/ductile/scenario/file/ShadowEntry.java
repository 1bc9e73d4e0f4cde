package dev.ductile.scenario.file;

import dev.ductile.api.Policy;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Shadow;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.util.Optional;

/**
 * A policy that decides in shadow beside the first policy of the scenario in a live run.
 *
 * @param policy the policy in shadow, by its name or with its settings
 * @param promote when it becomes the acting policy; never if it is absent
 * @param fallback when the first policy acts again
 */
record ShadowEntry(
    @ReadAs(Policy.class) Written policy,
    Optional<Shadow.Promotion> promote,
    Optional<Shadow.Fallback> fallback) {
  /** The rules with this policy, which was checked. */
  Shadow shadow(Choice checked) {
    return new Shadow(checked, promote, fallback.orElse(Shadow.Fallback.DEFAULT));
  }
}
