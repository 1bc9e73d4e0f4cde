package dev.ductile.reproductions.claim;

/** What came of a claim. */
public enum Verdict {
  REPRODUCED("reproduced"),
  UNDER_A_READING("reproduced under this reading"),
  /** It holds of the means, but a difference it rests on is within what seeds differ by. */
  MAY_BE_CHANCE("may be chance"),
  NOT("not reproduced"),
  NOT_JUDGED("not judged");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** Whether ours agrees with the paper. */
  public boolean holds() {
    return this == REPRODUCED || this == UNDER_A_READING;
  }
}
