package dev.ductile.reproductions.claim;

import java.util.List;
import java.util.Optional;

/**
 * What a paper says about its figure, in our words.
 *
 * @param claim one sentence
 * @param checks what must be so for it to hold; it is not judged where there is none
 * @param reading the assumption under which it holds, where the paper leaves one open
 * @param because why it does not hold, as far as that is known
 * @param expect what came of it when it was written: tests notice when that changes
 */
public record Claim(
    String claim,
    Optional<List<Check>> checks,
    Optional<String> reading,
    Optional<String> because,
    Optional<Expected> expect) {
  /** What somebody who has seen the verdict expects of the next one. */
  public enum Expected {
    REPRODUCED,
    /** It holds of the means, but may be chance. */
    CHANCE,
    NOT
  }

  public Claim {
    if (claim.isBlank()) {
      throw new IllegalArgumentException("claim must not be empty");
    }
    if (because.isPresent() && expect.orElse(Expected.REPRODUCED) == Expected.REPRODUCED) {
      throw new IllegalArgumentException(
          "because tells why a claim does not hold, and needs expect: not or expect: chance");
    }
  }

  public List<Check> all() {
    return checks.orElse(List.of());
  }

  Expected expected() {
    return expect.orElse(Expected.REPRODUCED);
  }
}
