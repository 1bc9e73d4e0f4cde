package dev.ductile.policies.optimus;

/** The roles in which a job may still grow. */
record Roles(boolean workers, boolean servers) {
  static final Roles BOTH = new Roles(true, true);

  boolean none() {
    return !workers && !servers;
  }
}
