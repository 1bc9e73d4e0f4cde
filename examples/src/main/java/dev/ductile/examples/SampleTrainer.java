package dev.ductile.examples;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains a small classifier on a made-up set of digits, data-parallel over real processes: the same
 * curve of losses for any number of workers, before and after any change of it. As a hot job
 * ({@code mechanism: hot}) its tasks come and go while it trains.
 */
public final class SampleTrainer {
  /** What stands for this program at the head of a command in a scenario file. */
  public static final String WORD = "@sample-trainer";

  private static final long DEFAULT_STEPS = 200;
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private SampleTrainer() {}

  /**
   * The command with {@link #WORD}, where it is the first, replaced by what starts this program.
   */
  public static List<String> command(List<String> command) {
    if (command.isEmpty() || !command.getFirst().equals(WORD)) {
      return List.copyOf(command);
    }
    var full = new ArrayList<String>();
    full.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    full.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx64m"));
    full.addAll(List.of("-cp", home().toString(), SampleTrainer.class.getName()));
    full.addAll(command.subList(1, command.size()));
    return List.copyOf(full);
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
      var options = Options.parse(arguments, defaultSteps());
      if (HotSurroundings.isHot(System.getenv())) {
        return hot(options, HotSurroundings.of(System.getenv()), signal);
      }
      var surroundings = Surroundings.of(System.getenv());
      var worker = new Worker(options, surroundings, signal, System.out);
      return surroundings.server() ? worker.serve() : worker.train();
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return MISUSED;
    } catch (IOException e) {
      System.err.println("training failed: " + e);
      return FAILED;
    }
  }

  private static int hot(Options options, HotSurroundings surroundings, StopSignal signal)
      throws IOException, InterruptedException {
    return surroundings.role().equals("master")
        ? new HotMaster(options, surroundings, signal, System.out).lead()
        : new HotTask(options, surroundings, signal).serve();
  }

  /** As many steps as the engine says that the job has. */
  private static long defaultSteps() {
    String steps = System.getenv().getOrDefault("DUCTILE_STEPS", "");
    return steps.isEmpty() ? DEFAULT_STEPS : (long) Double.parseDouble(steps);
  }

  /** By the class path of this process: a class from a start-up cache may not know its jar. */
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
