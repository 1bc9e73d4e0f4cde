package dev.ductile.cli.configuration;

import dev.ductile.cli.configuration.Origin.Layer;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Connection;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration as the values that a client needs; a message names the origin of a mistake. */
public record ClientSettings(Configuration configuration, Map<String, String> environment) {
  private static final int MOST_BYTES = 8192;

  public ClientSettings {
    environment = Map.copyOf(environment);
  }

  /** The server, with the token that it may get. */
  public Connection connection() {
    ConfiguredValue server = need(ConfigurationKey.SERVER);
    Optional<Path> authority = configuration.get(ConfigurationKey.CA_FILE).map(this::path);
    Duration timeout = timeout(need(ConfigurationKey.REQUEST_TIMEOUT));
    try {
      return new Connection(uri(server), token(server), authority, timeout);
    } catch (IllegalArgumentException wrong) {
      throw wrong(server, String.valueOf(wrong.getMessage()), wrong);
    }
  }

  /** The token, if there is one and the server may have it. */
  private Optional<BearerToken> token(ConfiguredValue server) {
    Optional<ConfiguredValue> given =
        configuration.get(ConfigurationKey.TOKEN).filter(_ -> !isFileAnOption());
    Optional<ConfiguredValue> file = configuration.get(ConfigurationKey.TOKEN_FILE);
    given.or(() -> file).ifPresent(token -> requireTrust(server, token));
    return given.isPresent() ? given.map(ClientSettings::parsed) : file.map(this::read);
  }

  /** A file that an option names comes before the variable with a token. */
  private boolean isFileAnOption() {
    return configuration
        .get(ConfigurationKey.TOKEN_FILE)
        .filter(file -> file.origin().layer() == Layer.OPTION)
        .isPresent();
  }

  /** A folder may come from others, so a server that it names gets a token only with consent. */
  private void requireTrust(ConfiguredValue server, ConfiguredValue token) {
    boolean isOfFolder =
        server.origin().layer() == Layer.PROJECT
            || server.origin().place().startsWith(Configuration.DATA_FOLDER);
    if (!isOfFolder || isOfDataFolder(server, token)) {
      return;
    }
    List<String> trusted =
        configuration
            .get(ConfigurationKey.TRUST)
            .map(all -> List.of(all.value().split(" ", -1)))
            .orElse(List.of());
    boolean isOther =
        configuration.overridden().stream()
            .filter(value -> value.key().equals(ConfigurationKey.SERVER.key()))
            .noneMatch(value -> value.value().equals(server.value()));
    if (isOther && !trusted.contains(server.value())) {
      throw new InputException(
          ("%s names the server %s, which does not get your token (%s) before you allow it: add %s to the list"
                  + " trust in %s, or give --server %s")
              .formatted(
                  server.origin().place(),
                  server.value(),
                  token.origin().place(),
                  server.value(),
                  Configuration.USER_FILE,
                  server.value()));
    }
  }

  /**
   * Whether a data folder has both the address of its server and the token, or the command line
   * names the token.
   */
  private boolean isOfDataFolder(ConfiguredValue server, ConfiguredValue token) {
    Path data = Path.of(Configuration.DATA_FOLDER).toAbsolutePath();
    return server.origin().layer() == Layer.DEFAULT
        && token.key().equals(ConfigurationKey.TOKEN_FILE.key())
        && (token.origin().layer() == Layer.OPTION
            || path(token).toAbsolutePath().normalize().startsWith(data));
  }

  private static BearerToken parsed(ConfiguredValue token) {
    return BearerToken.of(token.value())
        .orElseThrow(() -> new InputException(token.origin().place() + " is no access token"));
  }

  private BearerToken read(ConfiguredValue tokenFile) {
    Path file = path(tokenFile);
    try (var in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      return BearerToken.of(text)
          .orElseThrow(() ->
              new InputException(
                  "%s has no access token (from %s)".formatted(file, tokenFile.origin().place())));
    } catch (NoSuchFileException missing) {
      throw new InputException(
          "there is no token file %s (from %s); the server writes one for its admin, and 'ductile tokens create' makes others"
              .formatted(file, tokenFile.origin().place()),
          missing);
    } catch (IOException unreadable) {
      throw new InputException(
          "the token file %s (from %s) cannot be read: %s"
              .formatted(file, tokenFile.origin().place(), unreadable.getMessage()),
          unreadable);
    }
  }

  /** The file that a value names: from the folder of its origin on, with the home for a tilde. */
  public Path path(ConfiguredValue value) {
    String home = environment.getOrDefault("HOME", "");
    String name =
        value.value().startsWith("~/") && !home.isEmpty()
            ? home + value.value().substring(1)
            : value.value();
    return value.origin().folder().map(folder -> folder.resolve(name)).orElse(Path.of(name));
  }

  private static URI uri(ConfiguredValue server) {
    try {
      return new URI(server.value());
    } catch (URISyntaxException wrong) {
      throw wrong(server, "is no address such as http://127.0.0.1:7077", wrong);
    }
  }

  private static Duration timeout(ConfiguredValue value) {
    return Quantity.duration(value.value())
        .orElseThrow(() ->
            new InputException(
                "%s: %s must be a time such as 30s, not \"%s\""
                    .formatted(value.origin().place(), value.key(), value.value())));
  }

  private ConfiguredValue need(ConfigurationKey key) {
    return configuration
        .get(key)
        .orElseThrow(() -> new IllegalStateException("no default for " + key));
  }

  private static InputException wrong(ConfiguredValue value, String what, Exception cause) {
    return new InputException(
        "%s: %s: %s".formatted(value.origin().place(), value.key(), what), cause);
  }
}
