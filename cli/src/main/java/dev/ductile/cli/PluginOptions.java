package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.PluginFolder;
import dev.ductile.scenario.PluginJar;
import dev.ductile.text.InputException;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The folders of a user's plug-ins: those of the command line, or else of the environment. */
final class PluginOptions {
  @Option(
      names = "--plugins",
      paramLabel = "FOLDER",
      description = {
        "Policies and other plug-ins of your own: a folder of jars, or one jar (default:"
            + " $DUCTILE_PLUGINS, or else ~/.local/share/ductile/plugins)."
      })
  private List<Path> folders = new ArrayList<>();

  /** The installed plug-ins and those of the user. */
  Catalog catalog() {
    if (folders.isEmpty()) {
      return usual();
    }
    var jars = new ArrayList<PluginJar>();
    folders.forEach(folder -> jars.addAll(PluginFolder.named(folder)));
    return Catalog.with(jars);
  }

  /** The plug-ins without a command line. */
  static Catalog usual() {
    var jars = new ArrayList<PluginJar>();
    usual(System.getenv()).forEach(folder -> jars.addAll(PluginFolder.optional(folder)));
    return Catalog.with(jars);
  }

  /**
   * The folders without a command line: those of {@code DUCTILE_PLUGINS}, of which there are none
   * if it is empty, or else the folder for data of the user by the XDG Base Directory
   * Specification.
   */
  static List<Path> usual(Map<String, String> environment) {
    String named = environment.get("DUCTILE_PLUGINS");
    if (named != null) {
      return List.of(named.split(File.pathSeparator, -1)).stream()
          .filter(name -> !name.isBlank())
          .map(PluginOptions::path)
          .toList();
    }
    return data(environment).map(data -> data.resolve("ductile/plugins")).stream().toList();
  }

  /** By the specification, a relative folder is ignored. */
  private static Optional<Path> data(Map<String, String> environment) {
    Optional<Path> data =
        Optional.ofNullable(environment.get("XDG_DATA_HOME"))
            .filter(name -> name.startsWith("/"))
            .map(PluginOptions::path);
    return data.or(() ->
        Optional.ofNullable(environment.get("HOME"))
            .filter(name -> !name.isBlank())
            .map(home -> path(home).resolve(".local/share")));
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException invalid) {
      throw new InputException("\"%s\" cannot name a folder of plug-ins".formatted(name), invalid);
    }
  }
}
