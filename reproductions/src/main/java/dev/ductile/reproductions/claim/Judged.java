package dev.ductile.reproductions.claim;

import java.util.List;

/**
 * A claim and what came of it.
 *
 * @param findings for each check what was measured
 */
public record Judged(Claim claim, Verdict verdict, List<Finding> findings) {
  public Judged {
    findings = List.copyOf(findings);
  }

  /** Whether the verdict is another than the file expects. */
  public boolean isSurprise() {
    return switch (verdict) {
      case NOT_JUDGED -> false;
      case REPRODUCED, UNDER_A_READING -> claim.expected() != Claim.Expected.REPRODUCED;
      case MAY_BE_CHANCE -> claim.expected() != Claim.Expected.CHANCE;
      case NOT -> claim.expected() != Claim.Expected.NOT;
    };
  }
}
