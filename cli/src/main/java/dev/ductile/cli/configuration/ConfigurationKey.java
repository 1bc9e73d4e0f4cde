package dev.ductile.cli.configuration;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of the configuration, with their variables and options. */
public enum ConfigurationKey {
  SERVER("server", "DUCTILE_SERVER", "--server", "The address of the server."),
  TOKEN_FILE("tokenFile", "DUCTILE_TOKEN_FILE", "--token-file", "The file with the access token."),
  TOKEN("token", "DUCTILE_TOKEN", "", "The access token itself; a file cannot have this key."),
  CA_FILE(
      "caFile",
      "DUCTILE_CA_FILE",
      "--ca-file",
      "A PEM file with the certificates that the client trusts."),
  REQUEST_TIMEOUT(
      "requestTimeout", "DUCTILE_REQUEST_TIMEOUT", "", "The longest wait for one answer."),
  OUTPUT("output", "DUCTILE_OUTPUT", "--output", "The output format of the service commands."),
  TRUST("trust", "", "", "Servers that a project file may name and that get the token."),
  QUEUE("submit.queue", "DUCTILE_QUEUE", "--queue", "The queue of a job whose file names none."),
  PRIORITY(
      "submit.priority",
      "DUCTILE_PRIORITY",
      "--priority",
      "The priority of a job whose file names none."),
  LABELS("submit.labels", "", "", "Labels that each submitted job gets.");

  private final String key;
  private final String variable;
  private final String option;
  private final String description;

  ConfigurationKey(String key, String variable, String option, String description) {
    this.key = key;
    this.variable = variable;
    this.option = option;
    this.description = description;
  }

  public String key() {
    return key;
  }

  /** The variable of the environment; empty for a key that only files have. */
  public Optional<String> variable() {
    return variable.isEmpty() ? Optional.empty() : Optional.of(variable);
  }

  /** The option of commands; empty for a key without one. */
  public Optional<String> option() {
    return option.isEmpty() ? Optional.empty() : Optional.of(option);
  }

  public String description() {
    return description;
  }

  /** Keys that decide to which server a secret goes; a file of a project cannot have them. */
  boolean isPersonal() {
    return this == TOKEN_FILE || this == CA_FILE || this == TRUST;
  }

  static List<String> atTop() {
    return Stream.of(values())
        .filter(one -> one != TOKEN)
        .map(one -> one.key.replaceFirst("\\..*", ""))
        .distinct()
        .toList();
  }

  static List<String> ofSubmit() {
    return Stream.of(values())
        .filter(one -> one.key.startsWith("submit."))
        .map(one -> one.key.replaceFirst("submit\\.", ""))
        .toList();
  }
}
