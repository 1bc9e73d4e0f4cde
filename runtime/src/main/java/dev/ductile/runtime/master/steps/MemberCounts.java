package dev.ductile.runtime.master.steps;

/** The number of members of each role. */
public record MemberCounts(int workers, int servers) {
  public static final MemberCounts NONE = new MemberCounts(0, 0);
}
