package dev.ductile.cli.configuration;

import dev.ductile.rest.client.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The values of all sources: options, the environment, the file of the project, the file of the
 * user, and defaults, in this order of precedence. Groups of keys merge; a list replaces another.
 *
 * @param all the value in force for each key
 * @param overridden the values that another source overrides, the nearest first
 */
public record Configuration(
    Map<String, ConfiguredValue> all, List<ConfiguredValue> overridden, List<Path> files) {
  /** The name of the file of a project; the folder of the command and those above are searched. */
  public static final String PROJECT_FILE = ".ductile.yaml";

  /** The file of a user, as messages name it. */
  public static final String USER_FILE = "~/.config/ductile/config.yaml";

  /** The data folder of a server that was started in the folder of the command. */
  static final String DATA_FOLDER = "ductile-data";

  private static final String STANDARD_TOKEN = DATA_FOLDER + "/token";
  private static final String STANDARD_ADDRESS = DATA_FOLDER + "/address";
  private static final int LONGEST_ADDRESS = 300;
  private static final int MOST_FOLDERS = 100;

  public Configuration {
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
    overridden = List.copyOf(overridden);
    files = List.copyOf(files);
  }

  /**
   * Reads all sources.
   *
   * @param folder of the command
   * @param options the values of options by their keys
   */
  public static Configuration read(
      Path folder, Map<String, String> environment, Map<ConfigurationKey, String> options) {
    Optional<Path> user = userFile(environment).filter(Files::isRegularFile);
    Optional<Path> project = projectFile(folder.toAbsolutePath().normalize());
    var sources = new LinkedHashMap<Origin.Layer, Map<String, ConfiguredValue>>();
    sources.put(Origin.Layer.DEFAULT, defaults(folder));
    user.ifPresent(file ->
        sources.put(Origin.Layer.USER, new ConfigurationFile(file, Origin.Layer.USER).read()));
    project.ifPresent(file ->
        sources.put(
            Origin.Layer.PROJECT, new ConfigurationFile(file, Origin.Layer.PROJECT).read()));
    sources.put(Origin.Layer.ENVIRONMENT, ofEnvironment(environment));
    sources.put(Origin.Layer.OPTION, ofOptions(options));
    return merged(
        List.copyOf(sources.values()), Stream.concat(project.stream(), user.stream()).toList());
  }

  private static Configuration merged(
      List<Map<String, ConfiguredValue>> sources, List<Path> files) {
    var all = new LinkedHashMap<String, ConfiguredValue>();
    var overridden = new ArrayList<ConfiguredValue>();
    for (Map<String, ConfiguredValue> source : sources.reversed()) {
      source.forEach((key, value) -> {
        if (all.putIfAbsent(key, value) != null) {
          overridden.add(value);
        }
      });
    }
    return new Configuration(sorted(all), overridden, files);
  }

  private static Map<String, ConfiguredValue> sorted(Map<String, ConfiguredValue> all) {
    var sorted = new LinkedHashMap<String, ConfiguredValue>();
    for (ConfigurationKey key : ConfigurationKey.values()) {
      all.forEach((path, value) -> {
        if (path.equals(key.key()) || path.startsWith(key.key() + ".")) {
          sorted.put(path, value);
        }
      });
    }
    return sorted;
  }

  private static Map<String, ConfiguredValue> defaults(Path folder) {
    var values = new LinkedHashMap<String, ConfiguredValue>();
    Optional<String> address = address(folder.resolve(STANDARD_ADDRESS));
    put(
        values,
        ConfigurationKey.SERVER,
        address.orElse("http://127.0.0.1:" + Connection.DEFAULT_PORT),
        Origin.standard(address.map(_ -> STANDARD_ADDRESS).orElse("default")));
    if (Files.isReadable(folder.resolve(STANDARD_TOKEN))) {
      put(values, ConfigurationKey.TOKEN_FILE, STANDARD_TOKEN, Origin.standard(STANDARD_TOKEN));
    }
    put(values, ConfigurationKey.REQUEST_TIMEOUT, "30s", Origin.standard("default"));
    put(values, ConfigurationKey.OUTPUT, "table", Origin.standard("default"));
    return values;
  }

  /** The address that a server has written into its data folder. */
  private static Optional<String> address(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= LONGEST_ADDRESS
          ? Optional.of(Files.readString(file).strip())
              .filter(text -> text.matches("https?://\\S+"))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static Map<String, ConfiguredValue> ofEnvironment(Map<String, String> environment) {
    var values = new LinkedHashMap<String, ConfiguredValue>();
    for (ConfigurationKey key : ConfigurationKey.values()) {
      key.variable()
          .filter(name -> !environment.getOrDefault(name, "").isEmpty())
          .ifPresent(
              name -> put(values, key, environment.getOrDefault(name, ""), Origin.variable(name)));
    }
    return values;
  }

  private static Map<String, ConfiguredValue> ofOptions(Map<ConfigurationKey, String> options) {
    var values = new LinkedHashMap<String, ConfiguredValue>();
    options.forEach(
        (key, value) -> put(values, key, value, Origin.option(key.option().orElse(key.key()))));
    return values;
  }

  private static void put(
      Map<String, ConfiguredValue> values, ConfigurationKey key, String value, Origin origin) {
    values.put(key.key(), new ConfiguredValue(key.key(), value, origin));
  }

  /** The file of the user, which need not exist; empty without a home. */
  public static Optional<Path> userFile(Map<String, String> environment) {
    String own = environment.getOrDefault("XDG_CONFIG_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (!own.isEmpty()) {
      return Optional.of(Path.of(own, "ductile", "config.yaml"));
    }
    return home.isEmpty()
        ? Optional.empty()
        : Optional.of(Path.of(home, ".config", "ductile", "config.yaml"));
  }

  private static Optional<Path> projectFile(Path folder) {
    return Stream.iterate(Optional.of(folder), Optional::isPresent, Configuration::above)
        .limit(MOST_FOLDERS)
        .flatMap(Optional::stream)
        .map(each -> each.resolve(PROJECT_FILE))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Optional<Path> above(Optional<Path> folder) {
    return folder.flatMap(each -> Optional.ofNullable(each.getParent()));
  }

  /** The value of a key, if there is one. */
  public Optional<ConfiguredValue> get(ConfigurationKey key) {
    return Optional.ofNullable(all.get(key.key()));
  }

  /** The values below a key, by the rest of their paths. */
  public Map<String, String> below(ConfigurationKey key) {
    var values = new LinkedHashMap<String, String>();
    String start = key.key() + ".";
    all.forEach((path, value) -> {
      if (path.startsWith(start)) {
        values.put(path.substring(start.length()), value.value());
      }
    });
    return values;
  }
}
