package dev.ductile.cli.server;

/** The forms of the log of a server. */
public enum LogFormat {
  /** Lines for people. */
  text,
  /** One JSON object a line, for programs that collect logs. */
  json
}
