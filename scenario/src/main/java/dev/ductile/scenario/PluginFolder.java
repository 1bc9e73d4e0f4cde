package dev.ductile.scenario;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of jars with plug-ins. Jars that the plug-ins use, and that have no plug-in themselves,
 * lie in its folder {@code lib}.
 */
public final class PluginFolder {
  private static final String LIBRARIES = "lib";

  private PluginFolder() {}

  /** The jars of a folder that a user names, or the one jar; refuses a folder without a jar. */
  public static List<PluginJar> named(Path place) {
    if (Files.isRegularFile(place)) {
      return List.of(PluginJar.read(place, libraries(place.toAbsolutePath().resolveSibling("."))));
    }
    if (!Files.isDirectory(place)) {
      throw new InputException("there is no folder and no jar %s".formatted(place));
    }
    List<PluginJar> jars = read(place);
    if (jars.isEmpty()) {
      throw new InputException(
          "the folder %s has no jar; put plug-ins there as jars, or name another folder"
              .formatted(place));
    }
    return jars;
  }

  /** The jars of a folder that may be missing or empty. */
  public static List<PluginJar> optional(Path folder) {
    return Files.isDirectory(folder) ? read(folder) : List.of();
  }

  private static List<PluginJar> read(Path folder) {
    List<Path> libraries = libraries(folder);
    return jars(folder).stream().map(jar -> PluginJar.read(jar, libraries)).toList();
  }

  private static List<Path> libraries(Path folder) {
    Path libraries = folder.resolve(LIBRARIES);
    return Files.isDirectory(libraries) ? jars(libraries) : List.of();
  }

  /** Sorted, so that messages and plans do not depend on the file system. */
  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("[^.].*\\.jar"))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new InputException("%s cannot be read: %s".formatted(folder, unreadable), unreadable);
    }
  }
}
