package dev.ductile.policies.optimus;

/** Which tasks of a job may become more. */
record Roles(boolean workers, boolean servers) {
  static final Roles BOTH = new Roles(true, true);

  boolean none() {
    return !workers && !servers;
  }
}
