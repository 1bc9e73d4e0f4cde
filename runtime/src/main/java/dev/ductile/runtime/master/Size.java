package dev.ductile.runtime.master;

/** How many tasks of each role take part. */
record Size(int workers, int servers) {
  static final Size NONE = new Size(0, 0);
}
