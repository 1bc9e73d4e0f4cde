package dev.ductile.reproductions.claim;

import java.util.List;

/**
 * A claim and its verdict.
 *
 * @param findings the result of each check
 */
public record CheckedClaim(Claim claim, Verdict verdict, List<Finding> findings) {
  public CheckedClaim {
    findings = List.copyOf(findings);
  }

  /** Whether the verdict differs from the expected one. */
  public boolean isSurprise() {
    return switch (verdict) {
      case NOT_JUDGED -> false;
      case REPRODUCED, UNDER_A_READING -> claim.expected() != Claim.Expected.REPRODUCED;
      case MAY_BE_CHANCE -> claim.expected() != Claim.Expected.CHANCE;
      case NOT -> claim.expected() != Claim.Expected.NOT;
    };
  }
}
