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
    return verdict != Verdict.NOT_JUDGED && verdict.holds() != claim.isExpectedToHold();
  }
}
