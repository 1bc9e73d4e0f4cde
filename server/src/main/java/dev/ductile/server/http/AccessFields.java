package dev.ductile.server.http;

import java.util.List;

/** The access log, for programs that read it. */
public final class AccessFields {
  /** The name of its logger. */
  public static final String LOGGER = "dev.ductile.server.access";

  /** The values of each record, in order. */
  public static final List<String> NAMES =
      List.of("address", "user", "action", "target", "status", "milliseconds");

  private AccessFields() {}
}
