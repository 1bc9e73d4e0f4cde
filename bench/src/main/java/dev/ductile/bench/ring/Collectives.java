package dev.ductile.bench.ring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Each way to add up, by number of workers and bytes, beside a plain ring: as many bytes from each
 * process to the next by plain sockets, which nothing is done with. Each worker is a process.
 */
public final class Collectives {
  private Collectives() {}

  /** Arguments: numbers of workers; 2, 3, 4 and 8 if there are none. */
  public static void main(String[] args) throws Exception {
    System.out.println("medians, over loopback TCP; in brackets the plain ring's time by it");
    for (String workers : args.length == 0 ? new String[] {"2", "3", "4", "8"} : args) {
      measure(Integer.parseInt(workers));
    }
  }

  private static void measure(int workers) throws Exception {
    var processes = new ArrayList<Process>();
    try {
      for (int rank = 0; rank < workers; rank++) {
        processes.add(start(rank, workers));
      }
      run(processes);
    } finally {
      for (Process process : processes) {
        process.destroy();
        process.waitFor();
      }
    }
  }

  private static void run(List<Process> processes) throws IOException {
    var readers = new ArrayList<BufferedReader>();
    var addresses = new ArrayList<String>();
    for (Process process : processes) {
      BufferedReader reader = process.inputReader();
      readers.add(reader);
      addresses.add(reader.readLine());
    }
    for (Process process : processes) {
      PrintWriter writer = new PrintWriter(process.outputWriter(), true);
      writer.println(String.join(" ", addresses));
    }
    for (String line = readers.getFirst().readLine();
        line != null;
        line = readers.getFirst().readLine()) {
      System.out.println(line);
    }
  }

  private static Process start(int rank, int workers) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-XX:+UseSerialGC",
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path", ""),
            Neighbour.class.getName(),
            String.valueOf(rank),
            String.valueOf(workers))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
