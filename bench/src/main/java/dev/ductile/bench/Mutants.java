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
 * The mutation score of a run of PIT: the share of mutants that a test detects, among all that are
 * not equivalent. A file lists the equivalent mutants, a line for each method: its class, the
 * method, the mutator, their number, and why no test can detect them.
 *
 * @param survivors the mutants that no test detects and that are not equivalent
 * @param detected the number of mutants that a test detects
 * @param equivalent the number of undetected mutants that the file lists
 */
record Mutants(List<Mutant> survivors, int detected, int equivalent) {
  Mutants {
    survivors = List.copyOf(survivors);
  }

  /** A change of the code, and the result of its tests. */
  record Mutant(String owner, String mutator, String method, String line, String status) {
    static Mutant of(String csv) {
      String[] cells = csv.split(",", -1);
      return new Mutant(
          cells[1].substring(cells[1].lastIndexOf('.') + 1),
          cells[2].substring(cells[2].lastIndexOf('.') + 1).replace("Mutator", ""),
          cells[3].replaceAll("lambda\\$(\\w+)\\$\\d+", "$1"),
          cells[4],
          cells[5]);
    }

    boolean isDetected() {
      return !status.equals("SURVIVED") && !status.equals("NO_COVERAGE");
    }

    String key() {
      return String.join(",", owner, method, mutator);
    }

    @Override
    public String toString() {
      return "%s.%s, line %s: %s%s"
          .formatted(
              owner,
              method,
              line,
              mutator,
              status.equals("NO_COVERAGE") ? ", no test runs this line" : "");
    }
  }

  /** {@code Mutants MUTATIONS EQUIVALENT MODULE TESTS}: PIT's CSV file and the list first. */
  public static void main(String[] arguments) throws IOException {
    Mutants mutants = read(Path.of(arguments[0]), Path.of(arguments[1]));
    mutants.survivors().forEach(System.out::println);
    System.out.println(mutants);
    ResultRecorder results = ResultRecorder.ofThisRun();
    mutants.record(arguments[2], arguments[3], results);
    results.save();
  }

  static Mutants read(Path mutations, Path equivalentMutants) throws IOException {
    List<Mutant> all = Files.readAllLines(mutations).stream().map(Mutant::of).toList();
    List<Mutant> undetected = all.stream().filter(mutant -> !mutant.isDetected()).toList();
    Map<String, Integer> listed = listed(equivalentMutants);
    var survivors = new ArrayList<Mutant>();
    for (Mutant mutant : undetected) {
      if (listed.merge(mutant.key(), -1, Integer::sum) < 0) {
        survivors.add(mutant);
      }
    }
    return new Mutants(
        survivors, all.size() - undetected.size(), undetected.size() - survivors.size());
  }

  private static Map<String, Integer> listed(Path file) throws IOException {
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

  /**
   * Adds the score and the number of mutants.
   *
   * @param tests the tests that ran: {@code own} for those of the module, or {@code all}
   */
  void record(String module, String tests, ResultRecorder results) {
    String figure = "%s, %s tests".formatted(module, tests);
    results.add(figure + ", mutants detected", score(), "%");
    results.add(figure + ", mutants", "%d and %d equivalent".formatted(counted(), equivalent));
  }

  private int counted() {
    return detected + survivors.size();
  }

  private double score() {
    return 100.0 * detected / Math.max(1, counted());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d of %d mutants are detected, %.1f %%; %d more are equivalent",
        detected,
        counted(),
        score(),
        equivalent);
  }
}
