package dev.ductile.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The score of a run of PIT: mutants that a test notices, of all that are not equivalent.
 * Equivalent mutants are written in a file, a line for each method: its class, the method, the
 * mutator, how many there are, and why no test can notice them. Arguments: PIT's CSV file, and that
 * file.
 */
final class Mutants {
  private Mutants() {}

  /** One change of the code, and whether a test noticed. */
  private record Mutant(String owner, String mutator, String method, String line, String status) {
    static Mutant of(String csv) {
      String[] cells = csv.split(",", -1);
      return new Mutant(
          cells[1].substring(cells[1].lastIndexOf('.') + 1),
          cells[2].substring(cells[2].lastIndexOf('.') + 1).replace("Mutator", ""),
          cells[3].replaceAll("lambda\\$(\\w+)\\$\\d+", "$1"),
          cells[4],
          cells[5]);
    }

    boolean isNoticed() {
      return !status.equals("SURVIVED") && !status.equals("NO_COVERAGE");
    }

    String place() {
      return String.join(",", owner, method, mutator);
    }
  }

  public static void main(String[] arguments) throws IOException {
    List<Mutant> all = Files.readAllLines(Path.of(arguments[0])).stream().map(Mutant::of).toList();
    Map<String, Integer> equivalent = equivalent(Path.of(arguments[1]));
    var survivors = new ArrayList<Mutant>();
    int excused = 0;
    for (Mutant mutant : all) {
      if (mutant.isNoticed()) {
        continue;
      }
      if (equivalent.merge(mutant.place(), -1, Integer::sum) >= 0) {
        excused++;
      } else {
        survivors.add(mutant);
      }
    }
    for (Mutant mutant : survivors) {
      System.out.printf(
          Locale.ROOT,
          "%s.%s, line %s: %s%s%n",
          mutant.owner(),
          mutant.method(),
          mutant.line(),
          mutant.mutator(),
          mutant.status().equals("NO_COVERAGE") ? ", no test comes there" : "");
    }
    int counted = all.size() - excused;
    int noticed = counted - survivors.size();
    System.out.printf(
        Locale.ROOT,
        "%d of %d mutants are noticed, %.1f %%; %d more are equivalent%n",
        noticed,
        counted,
        100.0 * noticed / Math.max(1, counted),
        excused);
  }

  private static Map<String, Integer> equivalent(Path file) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] cells = line.split(",", 5);
      if (!line.startsWith("#") && cells.length == 5) {
        counts.merge(
            String.join(",", cells[0], cells[1], cells[2]),
            Integer.parseInt(cells[3].strip()),
            Integer::sum);
      }
    }
    return counts;
  }
}
