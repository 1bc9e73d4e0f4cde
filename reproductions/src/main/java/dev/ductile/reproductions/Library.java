package dev.ductile.reproductions;

import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder of reproductions by name. */
public final class Library {
  private final SortedMap<String, Path> files;

  private Library(SortedMap<String, Path> files) {
    this.files = files;
  }

  public static Library in(Path folder) {
    var files = new TreeMap<String, Path>();
    try (Stream<Path> found = Files.list(folder)) {
      found
          .filter(file -> file.toString().endsWith(".yaml"))
          .forEach(file -> files.put(ReproductionFile.name(file), file));
    } catch (IOException problem) {
      throw new InputException("there are no reproductions in " + folder, problem);
    }
    return new Library(files);
  }

  /** The names of all reproductions, sorted. */
  public List<String> names() {
    return List.copyOf(files.keySet());
  }

  public Reproduction read(String name, boolean quick) {
    Path file = files.get(name);
    if (file == null) {
      throw new InputException(
          "unknown reproduction \"%s\"%s".formatted(name, Suggestion.phrase(name, files.keySet())));
    }
    return ReproductionFile.read(file, quick);
  }
}
