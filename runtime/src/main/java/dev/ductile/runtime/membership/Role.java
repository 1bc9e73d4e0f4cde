package dev.ductile.runtime.membership;

import java.util.Locale;

/** The role of a process in its job. */
public enum Role {
  MASTER,
  SERVER,
  WORKER;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
