package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A defect that the runtime once had, as edits that put it back.
 *
 * @param what the job does then
 */
record PlantedFault(String name, String what, List<Edit> edits) {
  /**
   * One piece of text, which the file contains once, is replaced.
   *
   * @param file below the sources of the runtime's package
   */
  record Edit(String file, String before, String after) {}

  static PlantedFault of(String name, String what, Edit... edits) {
    return new PlantedFault(name, what, List.of(edits));
  }

  PlantedFault and(Edit... more) {
    var all = new ArrayList<>(edits);
    all.addAll(List.of(more));
    return new PlantedFault(name, what, List.copyOf(all));
  }

  /** The sources with the fault, by their files. */
  Map<String, String> plant(Path sources) throws IOException {
    var all = new TreeMap<String, String>();
    for (Edit edit : edits) {
      Path file = sources.resolve("dev/ductile/runtime").resolve(edit.file());
      String text = all.containsKey(edit.file()) ? all.get(edit.file()) : Files.readString(file);
      int at = text.indexOf(edit.before());
      if (at < 0 || text.indexOf(edit.before(), at + 1) >= 0) {
        throw new IllegalStateException(
            "planted fault %s: %s must contain this once: %s"
                .formatted(name, edit.file(), edit.before()));
      }
      all.put(edit.file(), text.replace(edit.before(), edit.after()));
    }
    return all;
  }
}
