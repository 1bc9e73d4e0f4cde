package dev.ductile.examples;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains a small classifier on generated digits, data-parallel over real processes. The losses are
 * the same for any number of workers, also when it changes. As a hot job ({@code mechanism: hot})
 * its tasks join and leave while it trains.
 */
public final class SampleTrainer {
  /** The name of this program in a command of a scenario file. */
  public static final String WORD = "@sample-trainer";

  private static final long DEFAULT_STEPS = 200;
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private SampleTrainer() {}

  /** The command, in which a first word {@link #WORD} is replaced by the start of this program. */
  public static List<String> command(List<String> command) {
    if (command.isEmpty() || !command.getFirst().equals(WORD)) {
      return List.copyOf(command);
    }
    var full = new ArrayList<String>();
    full.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    full.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx64m"));
    full.addAll(quickStart());
    full.addAll(List.of("-cp", home().toString(), SampleTrainer.class.getName()));
    full.addAll(command.subList(1, command.size()));
    return List.copyOf(full);
  }

  /** A package has an archive of the classes of this program; a refused one is not mentioned. */
  private static List<String> quickStart() {
    Path archive = home().resolveSibling("sample-trainer.jsa");
    return archive.toFile().isFile()
        ? List.of("-Xlog:disable", "-Xlog:all=error:stderr", "-XX:SharedArchiveFile=" + archive)
        : List.of();
  }

  public static void main(String[] arguments) throws InterruptedException {
    StopSignal signal = StopSignal.install();
    int code = run(arguments, signal);
    boolean asked = signal.isAsked();
    signal.tidiedUp();
    if (!asked) {
      System.exit(code);
    }
  }

  private static int run(String[] arguments, StopSignal signal) throws InterruptedException {
    try {
      var options = TrainerOptions.parse(arguments, defaultSteps());
      if (HotTaskEnvironment.isHot(System.getenv())) {
        return hot(options, HotTaskEnvironment.of(System.getenv()), signal);
      }
      var environment = TrainerEnvironment.of(System.getenv());
      var worker = new Worker(options, environment, signal, System.out);
      return environment.server() ? worker.serve() : worker.train();
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return MISUSED;
    } catch (IOException e) {
      System.err.println("training failed: " + e);
      return FAILED;
    }
  }

  private static int hot(TrainerOptions options, HotTaskEnvironment environment, StopSignal signal)
      throws IOException, InterruptedException {
    return environment.role().equals("master")
        ? new HotMaster(options, environment, signal, System.out).lead()
        : new HotTask(options, environment, signal).serve();
  }

  /** The steps of the job, as the engine passes them. */
  private static long defaultSteps() {
    String steps = System.getenv().getOrDefault("DUCTILE_STEPS", "");
    return steps.isEmpty() ? DEFAULT_STEPS : (long) Double.parseDouble(steps);
  }

  /** Found in the class path, because a class from a start-up cache may not know its jar. */
  private static Path home() {
    String name = SampleTrainer.class.getName().replace('.', '/') + ".class";
    URL found = SampleTrainer.class.getResource("/" + name);
    if (found == null) {
      throw new IllegalStateException(name + " is not on the class path");
    }
    String url = found.toString();
    String home = url.substring(0, url.length() - name.length() - 1);
    boolean inJar = home.startsWith("jar:") && home.endsWith("!");
    return Path.of(URI.create(inJar ? home.substring(4, home.length() - 1) : home));
  }
}
