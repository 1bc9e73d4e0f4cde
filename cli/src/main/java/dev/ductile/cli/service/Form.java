package dev.ductile.cli.service;

/** The forms of the answers of service commands. */
public enum Form {
  table,
  wide,
  json,
  yaml,
  csv,
  name
}
