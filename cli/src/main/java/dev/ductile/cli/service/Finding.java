package dev.ductile.cli.service;

/**
 * The result of one check of {@code ductile doctor}.
 *
 * @param next what the user can do; empty if nothing is wrong
 */
public record Finding(Verdict verdict, String check, String sentence, String next) {
  /** The results of a check. */
  public enum Verdict {
    OK,
    NOTE,
    FAULT
  }

  public boolean isFault() {
    return verdict == Verdict.FAULT;
  }

  public static Finding good(String check, String sentence) {
    return new Finding(Verdict.OK, check, sentence, "");
  }

  public static Finding note(String check, String sentence, String next) {
    return new Finding(Verdict.NOTE, check, sentence, next);
  }

  public static Finding fault(String check, String sentence, String next) {
    return new Finding(Verdict.FAULT, check, sentence, next);
  }
}
