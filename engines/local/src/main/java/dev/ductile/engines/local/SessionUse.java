package dev.ductile.engines.local;

/**
 * The use of all live processes of a session, with the children that they have waited for.
 *
 * @param memoryBytes resident memory; a page that processes share counts in each of them
 */
record SessionUse(double cpuSeconds, long memoryBytes) {
  static final SessionUse NONE = new SessionUse(0, 0);

  SessionUse plus(SessionUse other) {
    return new SessionUse(cpuSeconds + other.cpuSeconds, memoryBytes + other.memoryBytes);
  }
}
