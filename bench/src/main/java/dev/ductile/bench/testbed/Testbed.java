package dev.ductile.bench.testbed;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The measured throughput of every case beside the predictions from one worker alone. */
final class Testbed {
  private static final int MOST_WORKERS = 10;
  private static final double SECONDS = 3.5;

  private Testbed() {}

  /** {@code Testbed FOLDER [CASE...]}; without names it runs all cases. */
  public static void main(String[] arguments) throws InterruptedException {
    System.setProperty("java.awt.headless", "true");
    List<String> words = List.of(arguments);
    try {
      List<Case> cases = cases(words.subList(1, words.size()));
      if (isPossible()) {
        compare(cases, Files.createDirectories(Path.of(words.getFirst())));
      }
    } catch (IOException | IllegalArgumentException failed) {
      System.err.println("testbed: " + failed.getMessage());
      System.exit(1);
    }
  }

  private static void compare(List<Case> cases, Path folder)
      throws IOException, InterruptedException {
    var experiment = new CaseRunner(folder, MOST_WORKERS, SECONDS);
    System.out.printf(
        "%d processors, load average %.2f; at most %.1f Gbit/s without shaped links%n",
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        experiment.limitBitsPerSecond() / 1e9);
    var outcomes = new ArrayList<CaseOutcome>();
    for (Case subject : cases) {
      CaseOutcome outcome = experiment.run(subject);
      System.out.print(BedReport.table(outcome.comparison()));
      BedReport.write(outcome.comparison(), folder);
      outcomes.add(outcome);
    }
    System.out.print(BedReport.summary(outcomes));
  }

  private static List<Case> cases(List<String> names) {
    List<Case> chosen =
        Case.ALL.stream().filter(each -> names.isEmpty() || names.contains(each.name())).toList();
    if (chosen.size() < names.size()) {
      throw new IllegalArgumentException(
          "%s: there are only %s".formatted(names, Case.ALL.stream().map(Case::name).toList()));
    }
    return chosen;
  }

  /** Whether networks can be made and shaped here; prints the reason if not. */
  private static boolean isPossible() throws InterruptedException {
    try (Bed bed = Bed.build(1, 1, 1e9)) {
      bed.ask(bed.server(0), "tcpdump", "--version");
      return true;
    } catch (IOException reason) {
      System.out.printf(
          "skipped: needs root, iproute2 (ip, tc) and tcpdump: %s%n", reason.getMessage());
      return false;
    }
  }
}
