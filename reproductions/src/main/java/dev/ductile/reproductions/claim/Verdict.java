package dev.ductile.reproductions.claim;

/** The verdict on a claim. */
public enum Verdict {
  REPRODUCED("reproduced"),
  UNDER_A_READING("reproduced under this reading"),
  /**
   * It holds for the means, but a difference that it depends on is within the variation of seeds.
   */
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

  /** Whether the reproduction agrees with the paper. */
  public boolean holds() {
    return this == REPRODUCED || this == UNDER_A_READING;
  }
}
