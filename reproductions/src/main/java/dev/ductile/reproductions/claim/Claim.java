package dev.ductile.reproductions.claim;

import java.util.List;
import java.util.Optional;

/**
 * A statement of a paper about its figure.
 *
 * @param claim one sentence
 * @param checks the conditions for it to hold; it is not judged without any
 * @param reading the assumption under which it holds, if the paper leaves one open
 * @param because why it does not hold, as far as that is known
 * @param expect the expected verdict: tests fail when it changes
 */
public record Claim(
    String claim,
    Optional<List<Check>> checks,
    Optional<String> reading,
    Optional<String> because,
    Optional<Expected> expect) {
  /** The expected verdict. */
  public enum Expected {
    REPRODUCED,
    /** It holds for the means, but may be chance. */
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
