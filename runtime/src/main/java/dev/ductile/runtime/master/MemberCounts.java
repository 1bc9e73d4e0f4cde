package dev.ductile.runtime.master;

/** The number of members of each role. */
record MemberCounts(int workers, int servers) {
  static final MemberCounts NONE = new MemberCounts(0, 0);
}
