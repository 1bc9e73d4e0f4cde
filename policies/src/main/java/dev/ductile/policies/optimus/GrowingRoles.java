package dev.ductile.policies.optimus;

/** The roles in which a job may still grow. */
record GrowingRoles(boolean workers, boolean servers) {
  static final GrowingRoles BOTH = new GrowingRoles(true, true);

  boolean none() {
    return !workers && !servers;
  }
}
