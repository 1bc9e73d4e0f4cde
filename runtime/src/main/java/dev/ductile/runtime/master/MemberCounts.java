package dev.ductile.runtime.master;

/** How many tasks of each role take part. */
record MemberCounts(int workers, int servers) {
  static final MemberCounts NONE = new MemberCounts(0, 0);
}
